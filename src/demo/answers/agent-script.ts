// The demo model as an agent: asked to fix the test, it looks, runs, reads, edits and runs again, and goes by nothing
// but what the tools answer.
import { blocksOf, type MessageRequest, type RequestMessage, type RequestTool } from '../wire/message-request.ts';
import type { ScriptedAnswer } from './answers.ts';
import { type NamedCall, stepsIn, type ToolReport, toolReportsIn, withId } from './tool-calls.ts';

const wish = /\b(?:fix|repair)\b[^\n]{0,80}\btests?\b|修复[^\n]{0,40}测试/i;
const wasNotRun = /^This call was (?:not run|interrupted)/;
const needed = ['list_files', 'read_file', 'edit_file', 'run_command'];

const summaryBegins = '(What was said before is left out.';

/** Whoever names calls wants these, and what a summary says was asked is done. */
function isWish(text: string): boolean {
  return wish.test(text) && stepsIn(text).length === 0 && !text.startsWith(summaryBegins);
}

function asksForWork(message: RequestMessage): boolean {
  return message.role === 'user' && blocksOf(message).some((block) => block.type === 'text' && isWish(block.text));
}

/** What stands behind a tool's results was said while it worked. */
function asksForOther(message: RequestMessage): boolean {
  if (message.role !== 'user') return false;
  const blocks = blocksOf(message);
  const isFirst = blocks.every(({ type }) => type !== 'tool_result');
  return isFirst && !blocks.some((block) => block.type === 'text' && /^continue\b/i.test(block.text.trim()));
}

/** Null where it is asked for something else, or lacks the tools. */
export function agentAnswer(request: MessageRequest): ScriptedAnswer | null {
  const { messages, tools = [], tool_choice: choice } = request;
  if (choice?.type === 'none' || !needed.every((name) => tools.some((tool) => tool.name === name))) return null;
  const asked = messages.findLastIndex(asksForWork);
  const isOver = messages.slice(asked + 1).some((message) => asksForOther(message));
  if (asked === -1 || isOver) return null;
  // What a stop kept from being done is asked for anew.
  const reports = toolReportsIn(messages.slice(asked + 1)).filter(({ answered }) => !wasNotRun.test(answered));
  return nextStep(reports, tools);
}

function nextStep(reports: readonly ToolReport[], tools: readonly RequestTool[]): ScriptedAnswer {
  const last = reports.at(-1);
  const listed = answerOf(reports, 'list_files');
  if (listed === null)
    return calling('I look at what is here first.', [
      ...planCall(tools, 'doing', 'open', 'open'),
      { name: 'list_files', input: {} },
    ]);
  const test = listed.split('\n').find((name) => /\.test\.[cm]?[jt]s$/.test(name));
  if (test === undefined) return saying('I find no test here, so there is nothing to fix.');
  const runs = reports.filter(({ name }) => name === 'run_command');
  if (last?.isError === true && last.name !== 'read_file')
    return saying(
      'I stop here: that was not done, and I do not try it another way. Tell me what you would like instead.',
    );
  if (runs.length === 0) return calling('I run the tests to see what fails.', [runTests]);
  const edited = reports.some(({ name, isError }) => name === 'edit_file' && !isError);
  const reads = reports.filter(({ name }) => name === 'read_file');
  if (!edited && hasPassed(runs.at(-1))) return saying('The tests pass already. I changed nothing.');
  if (reads.length === 0) return calling('One fails. I read the test.', [{ name: 'read_file', input: { path: test } }]);
  if (reads.length === 1) return readTested(test, reads[0]);
  if (!edited) return edit(test, reads[0], reads[1], tools);
  if (runs.length === 1)
    return calling('Now I run the tests again.', [...planCall(tools, 'done', 'done', 'doing'), runTests]);
  if (!hasPassed(runs.at(-1)))
    return saying('The tests still fail. I am a scripted model and know of this one mistake only.');
  const finished = last?.name === 'run_command' ? planCall(tools, 'done', 'done', 'done') : [];
  return finished.length > 0
    ? calling('They pass.', finished)
    : saying('The test passes now. The function added where it should have subtracted: one line has changed.');
}

const runTests: NamedCall = { name: 'run_command', input: { command: 'npm test' } };

function hasPassed(run: ToolReport | undefined): boolean {
  return run?.answered.startsWith('Exit code 0') === true;
}

function answerOf(reports: readonly ToolReport[], name: string): string | null {
  return reports.findLast((report) => report.name === name && !report.isError)?.answered ?? null;
}

/** The file that the test imports. */
function testedFile(test: string, read: ToolReport | undefined): string | null {
  const named = /from '\.\.\/([\w./-]+)'/.exec(read?.answered ?? '')?.[1];
  return named === undefined ? null : [...test.split('/').slice(0, -2), named].join('/');
}

function readTested(test: string, read: ToolReport | undefined): ScriptedAnswer {
  const file = testedFile(test, read);
  return file === null
    ? saying('I do not find what this test is about.')
    : calling('And what it tests.', [{ name: 'read_file', input: { path: file } }]);
}

function edit(
  test: string,
  testRead: ToolReport | undefined,
  read: ToolReport | undefined,
  tools: readonly RequestTool[],
): ScriptedAnswer {
  const path = testedFile(test, testRead) ?? '';
  const line = (read?.answered ?? '').split('\n').find((one) => one.includes('high + low'));
  // Lines come with their numbers.
  const old = line?.slice(line.indexOf('\t') + 1);
  if (old === undefined) return saying('I see no mistake here that I know how to mend: I am a scripted model.');
  const edits = [{ old, new: old.replace('high + low', 'high - low') }];
  return calling('The range is what lies between high and low water, so one has to be taken from the other.', [
    ...planCall(tools, 'done', 'doing', 'open'),
    { name: 'edit_file', input: { path, edits } },
  ]);
}

type PlanState = 'open' | 'doing' | 'done';

function planCall(tools: readonly RequestTool[], see: PlanState, mend: PlanState, check: PlanState): NamedCall[] {
  if (!tools.some(({ name }) => name === 'update_plan')) return [];
  const items = [
    { text: 'See what fails', state: see },
    { text: 'Mend it', state: mend },
    { text: 'See it pass', state: check },
  ];
  return [{ name: 'update_plan', input: { items } }];
}

function calling(text: string, calls: readonly NamedCall[]): ScriptedAnswer {
  return { thinking: '', text, calls: calls.map(withId), ending: 'end_turn', slowness: 1 };
}

function saying(text: string): ScriptedAnswer {
  return calling(text, []);
}
