// Which scripted answer a question gets, and that a person's own words stay plain text in it.
import assert from 'node:assert/strict';
import MarkdownIt from 'markdown-it';
import { asPlainText, scriptedAnswer } from '../../../../src/demo/answers/answers.ts';

const answerTo = (question: string, turn = 1): string =>
  scriptedAnswer({ question, turn, thinks: false, images: 0 }).text;

describe('the scripted answers', () => {
  const keywords = [
    { question: 'Hello', shows: /^Hello!/ },
    { question: 'Make a table, please', shows: /^\| Plan \|/m },
    { question: 'Write some code', shows: /^```typescript$/m },
    { question: 'something long', shows: /^## 7\. /m },
    { question: 'slow', shows: /^I am taking my time/ },
    { question: 'think about it', shows: /thinking is \*\*not switched on\*\*/ },
    { question: 'What is a monad?', shows: /You asked: “What is a monad\\\?”/ },
  ];
  for (const { question, shows } of keywords) {
    it(`has its own answer to "${question}"`, () => assert.match(answerTo(question), shows));
  }

  it('comes slowly when asked to, and thinks when the request does', () => {
    assert.equal(scriptedAnswer({ question: 'slow', turn: 1, thinks: false, images: 0 }).slowness, 12);
    assert.equal(scriptedAnswer({ question: 'Hello', turn: 1, thinks: false, images: 0 }).thinking, '');
    assert.notEqual(scriptedAnswer({ question: 'Hello', turn: 1, thinks: true, images: 0 }).thinking, '');
  });

  it('says that it received the whole conversation', () => {
    assert.match(answerTo('And then?', 3), /all 3 questions of this conversation/);
  });

  it('says how many images came with the question', () => {
    const answer = (images: number): string =>
      scriptedAnswer({ question: 'Hello', turn: 1, thinks: false, images }).text;
    assert.match(answer(1), /^I see \*\*1 image\*\* with your question\. .+\n\nHello!/);
    assert.match(answer(2), /^I see \*\*2 images\*\* /);
  });

  it('is several screens when a long one is asked for', () => assert.ok(answerTo('long').length > 3_000));

  const hostile = [
    '<img src=x onerror=alert(1)>',
    '[click](command:workbench.action.quit)',
    '![pixel](https://example.com/p.png)',
    '# Heading\n\n```\ncode\n```',
    '**bold** _under_ `code` ~~gone~~ $(flame) | cell | \\',
    'https://example.com &amp; <b>',
  ];
  for (const words of hostile) {
    it(`repeats ${JSON.stringify(words)} as the text that it is`, () => {
      const tokens = new MarkdownIt({ html: true, linkify: true }).parse(asPlainText(words), {});
      assert.deepEqual(
        tokens.map(({ type }) => type),
        ['paragraph_open', 'inline', 'paragraph_close'],
      );
      const inline = tokens[1]?.children ?? [];
      assert.ok(inline.every(({ type }) => type === 'text' || type === 'text_special'));
      assert.equal(inline.map(({ content }) => content).join(''), words.replace(/\s+/g, ' '));
    });
  }

  it('shortens long words without cutting a character in two', () => {
    assert.equal(asPlainText('👩‍👩‍👧'.repeat(5), 3), `${'👩‍👩‍👧'.repeat(3)}…`);
  });
});
