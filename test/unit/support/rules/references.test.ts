import assert from 'node:assert/strict';
import { brokenLinks, brokenReferences, sectionsOf } from '../../../support/rules/references.ts';

const documents = new Map([
  ['docs/a.md', new Set(['1', '1.2'])],
  ['docs/b.md', new Set<string>()],
]);

describe('a numbered section', () => {
  it('is a heading whose anchor repeats its number', () => {
    const lines = ['# 1 Title <a id="1"></a>', '## 1 One <a id="1"></a>', '### 1.2 Two <a id="1.2"></a>', '## 3 Three'];
    assert.deepEqual(sectionsOf([...lines, '## 4 Four <a id="5"></a>'].join('\n')), ['1', '1.2']);
  });
});

describe('a reference in a comment', () => {
  const broken = (source: string): string[] => brokenReferences('x.tsx', source, documents);

  it('leads to a section of a document, a whole document or an address', () => {
    const source = [
      '// As docs/a.md#1.2 says, and docs/b.md. @see docs/a.md#1.',
      '/** @see https://www.rfc-editor.org/rfc/rfc9110#section-5.5 */',
      'export const a = 1; // See docs/b.md',
    ];
    assert.deepEqual(broken(source.join('\n')), []);
  });

  it('is broken where the document or the section is missing', () => {
    assert.deepEqual(broken('// docs/c.md#1\nlet a; // docs/a.md#1.3\n/* notes.md */'), [
      'docs/c.md is no document',
      'docs/a.md has no section 1.3',
      'notes.md is no document',
    ]);
  });

  it('is broken where it names a number without an address', () => {
    assert.deepEqual(broken('/** @see section 6 and decisions 13\n * (RFC 9110) */\nf();'), [
      '@see section leads nowhere',
      'section 6 has no address',
      'decisions 13 has no address',
      'RFC 9110 has no address',
    ]);
  });

  it('is none in a text or between tags', () => {
    assert.deepEqual(broken('const a = "// docs/c.md"; const b = <p>// docs/c.md {`RFC 1`}</p>;'), []);
  });
});

describe('a link of a document', () => {
  it('leads to a section of its own or of its neighbour', () => {
    const text = '[x](#1) [y](a.md#1.2) [z](b.md) [w](https://a.test/#9) [v](#9) [u](c.md)';
    assert.deepEqual(brokenLinks('docs/a.md', text, documents), [
      'docs/a.md has no section 9',
      'docs/c.md is no document',
    ]);
  });
});
