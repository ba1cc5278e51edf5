import assert from 'node:assert/strict';
import { agentAnswer } from '../../../src/demo/answers/agent-script.ts';
import type { MessageRequest } from '../../../src/demo/wire/message-request.ts';

const toolNames = ['list_files', 'read_file', 'edit_file', 'run_command'];
const ask = (text: string, ...turns: MessageRequest['messages']): MessageRequest => ({
  model: 'm',
  max_tokens: 100,
  tools: toolNames.map((name) => ({ name, input_schema: { type: 'object' } })),
  messages: [{ role: 'user', content: text }, ...turns],
});
let uses = 0;
const turn = (name: string, answered: string, isError = false): MessageRequest['messages'] => {
  const id = `use${String((uses += 1))}`;
  return [
    { role: 'assistant', content: [{ type: 'tool_use', id, name, input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: answered, is_error: isError }] },
  ];
};
const listed = turn('list_files', 'package.json\nsrc/tides.js\ntest/tides.test.js');
const failing = turn('run_command', 'Exit code 1.\nfail');
const test = turn('read_file', "1\timport { tidalRange } from '../src/tides.js';");
const source = turn('read_file', '1\texport function tidalRange(high, low) {\n2\t  return high + low;');

describe("the demo's model as an agent", () => {
  it('is one only where it is asked to fix a test and has the tools for it', () => {
    assert.equal(agentAnswer(ask('Hello')), null);
    assert.equal(agentAnswer({ ...ask('Fix the test'), tools: [] }), null);
    assert.equal(agentAnswer(ask('Fix the test\ncall read_file {"path": "a"}')), null);
    assert.deepEqual(
      agentAnswer(ask('Please fix my failing tests'))?.calls.map(({ name }) => name),
      ['list_files'],
    );
    assert.deepEqual(
      agentAnswer(ask('修复测试'))?.calls.map(({ name }) => name),
      ['list_files'],
    );
  });

  it('is one no more where something else was asked since, or where it may use no tool', () => {
    const words: MessageRequest['messages'] = [
      { role: 'assistant', content: 'The test passes now.' },
      { role: 'user', content: 'Show a table' },
    ];
    assert.equal(agentAnswer(ask('Fix the test', ...listed, ...words)), null);
    assert.equal(agentAnswer({ ...ask('Fix the test'), tool_choice: { type: 'none' } }), null);
    const goingOn: MessageRequest['messages'] = [
      { role: 'assistant', content: 'I look' },
      { role: 'user', content: 'Continue exactly where you stopped.' },
    ];
    assert.deepEqual(
      agentAnswer(ask('Fix the test', ...goingOn))?.calls.map(({ name }) => name),
      ['list_files'],
    );
  });

  it('edits the line that it has read, in the file that the test has named', () => {
    const next = agentAnswer(ask('Fix the test', ...listed, ...failing, ...test, ...source));
    assert.deepEqual(
      next?.calls.map(({ name, input }) => [name, input]),
      [['edit_file', { path: 'src/tides.js', edits: [{ old: '  return high + low;', new: '  return high - low;' }] }]],
    );
  });

  it('says that it passes only where the last run did', () => {
    const edited = [...listed, ...failing, ...test, ...source, ...turn('edit_file', 'Changed src/tides.js.')];
    const passed = agentAnswer(ask('Fix the test', ...edited, ...turn('run_command', 'Exit code 0.')));
    const failed = agentAnswer(ask('Fix the test', ...edited, ...failing));
    assert.deepEqual([passed?.calls, failed?.calls], [[], []]);
    assert.match(passed?.text ?? '', /passes now/);
    assert.match(failed?.text ?? '', /still fail/);
  });

  it('ends with every item of its plan done, where it may show one', () => {
    const edited = [...listed, ...failing, ...test, ...source, ...turn('edit_file', 'Changed src/tides.js.')];
    const whole = ask('Fix the test', ...edited, ...turn('run_command', 'Exit code 0.'));
    const tools = [...(whole.tools ?? []), { name: 'update_plan', input_schema: { type: 'object' } } as const];
    assert.deepEqual(
      agentAnswer({ ...whole, tools })?.calls.map(({ input }) => input),
      [{ items: ['See what fails', 'Mend it', 'See it pass'].map((text) => ({ text, state: 'done' })) }],
    );
    const shown = { ...whole, tools, messages: [...whole.messages, ...turn('update_plan', 'Shown.')] };
    assert.match(agentAnswer(shown)?.text ?? '', /passes now/);
  });

  it('stops at a no, and asks again for what a stop kept from being done', () => {
    const rejected = agentAnswer(ask('Fix the test', ...listed, ...turn('run_command', 'The person said no.', true)));
    assert.match(rejected?.text ?? '', /I stop here/);
    const notRun = turn('run_command', 'This call was not run: the run was interrupted before it.', true);
    assert.deepEqual(
      agentAnswer(ask('Fix the test', ...listed, ...notRun))?.calls.map(({ name }) => name),
      ['run_command'],
    );
  });

  it('changes nothing where there is no test, where all pass, and where it knows no remedy', () => {
    const texts = [
      ask('Fix the test', ...turn('list_files', 'a.txt')),
      ask('Fix the test', ...listed, ...turn('run_command', 'Exit code 0.')),
      ask('Fix the test', ...listed, ...failing, ...test, ...turn('read_file', '1\tother code')),
    ].map((request) => agentAnswer(request));
    assert.deepEqual(
      texts.map((answer) => answer?.calls),
      [[], [], []],
    );
  });
});
