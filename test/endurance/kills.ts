// Kills a real VS Code in the middle of answers, half the times by loading its window anew and half by SIGKILL of its
// extension host, and prints whether everything that the demo wrote 250 ms before is on disk and shown again.
//
//   npm run endurance:kills [-- --kills 50 --seed 1]
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { answerButton } from '../journey/chat-page.ts';
import { type ChatWindow, openChatWindow } from './chat-window.ts';
import type { Piece } from './demo-control.ts';
import { newestExtensionHost } from './extension-hosts.ts';
import { answerOnDisk, answerShown, type KeptAnswer } from './kept-answer.ts';

/** What was written so long before a kill must be kept, in milliseconds. */
const grace = 250;
/** A round that takes longer has failed; all of them together may take this long. */
const longestRound = 90_000;
const longestRun = 25 * 60_000;
/** The demo's long answer lasts about ten seconds at this pace. */
const pace = 15;

type Killing = 'reload' | 'host';
type Asking = 'newChat' | 'sameChat' | 'continued';

interface Round {
  readonly killing: Killing;
  readonly asking: Asking;
  /** Bytes that had to be kept, and those that were. */
  readonly written: number;
  readonly onDisk: number;
  readonly shown: number;
  /**
   * How long before the kill the first piece was written that is not on disk, in milliseconds; 0 where all of it is.
   */
  readonly lag: number;
  readonly failure: string | null;
}

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } },
});
const kills = Number(values.kills);
let seed = Number(values.seed);

/** The same numbers for the same seed, from 0 up to 1 (mulberry32). */
function random(): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

const killings = Array.from({ length: kills }, (_, index): Killing => (index % 2 === 0 ? 'reload' : 'host'))
  .map((killing) => ({ killing, place: random() }))
  .sort((left, right) => left.place - right.place)
  .map(({ killing }) => killing);

/** Asks in one of three ways; returns what the answer begins with. */
async function ask(window: ChatWindow, asking: Asking, prompt: string, before: KeptAnswer | null): Promise<KeptAnswer> {
  const nothing: KeptAnswer = { thinking: '', text: '', isInterrupted: false };
  if (asking === 'continued') {
    await answerButton(window.chat.answers().last(), 'Continue').click();
    return before ?? nothing;
  }
  if (asking === 'newChat') {
    await window.workbench.palette('Tidemark: New Chat');
    await window.chat.answers().first().waitFor({ state: 'detached' });
  }
  await window.chat.composer().click();
  await window.chat.composer().fill(prompt);
  await window.chat.composer().press('Enter');
  return nothing;
}

async function firstPiece({ demo }: ChatWindow): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if ((await demo.newestAnswer()).some(({ text, thinking }) => text + thinking !== '')) return;
    await pause(50);
  }
  throw new Error('The demo was not asked.');
}

/** Ends the window's work at once; resolves when VS Code stands again. Returns the moment of the kill. */
async function kill({ workbench, page, opened }: ChatWindow, killing: Killing): Promise<number> {
  const host = await newestExtensionHost(opened.server.pid);
  const at = Date.now();
  if (killing === 'reload') {
    await page.reload();
  } else {
    if (host === null) throw new Error('There is no extension host.');
    process.kill(host, 'SIGKILL');
    await restarted(workbench, opened.server.pid, host);
  }
  await workbench.ready();
  return at;
}

/** VS Code starts the host anew by itself a few times, and then asks. */
async function restarted(workbench: ChatWindow['workbench'], server: number, dead: number): Promise<void> {
  const button = workbench.toast('terminated unexpectedly').getByRole('button', { name: /^Restart/ });
  for (let tries = 0; tries < 150; tries += 1) {
    const host = await newestExtensionHost(server);
    if (host !== null && host !== dead) return;
    if (await button.isVisible()) await button.click();
    await pause(100);
  }
  throw new Error('The extension host did not start again.');
}

function content(
  pieces: readonly Piece[],
  begun: KeptAnswer,
  until: number,
): { readonly thinking: string; readonly text: string } {
  const due = pieces.filter(({ at }) => at <= until);
  return {
    thinking: begun.thinking + due.map(({ thinking }) => thinking).join(''),
    text: begun.text + due.map(({ text }) => text).join(''),
  };
}

const bytes = ({ thinking, text }: { readonly thinking: string; readonly text: string }): number =>
  Buffer.byteLength(thinking + text);

/** How much of what was due is kept: all of it, or what comes before the first difference. */
function keptOf(due: string, kept: string): number {
  let same = 0;
  while (same < due.length && due[same] === kept[same]) same += 1;
  return Buffer.byteLength(due.slice(0, same));
}

function lagOf(pieces: readonly Piece[], begun: KeptAnswer, onDisk: KeptAnswer | null, at: number): number {
  const lost = pieces.find((piece) => {
    const due = content(pieces, begun, piece.at);
    return (
      piece.at <= at && bytes(due) > keptOf(due.thinking, onDisk?.thinking ?? '') + keptOf(due.text, onDisk?.text ?? '')
    );
  });
  return lost === undefined ? 0 : at - lost.at;
}

async function round(
  window: ChatWindow,
  index: number,
  killing: Killing,
  last: { prompt: string; kept: KeptAnswer } | null,
): Promise<{ round: Round; prompt: string; kept: KeptAnswer }> {
  await window.demo.reset();
  const canGoOn = last !== null && last.kept.text !== '' && last.kept.text.length < 1500;
  const asking: Asking =
    index === 0 ? 'sameChat' : canGoOn && random() < 0.4 ? 'continued' : random() < 0.4 ? 'newChat' : 'sameChat';
  const prompt = asking === 'continued' && last !== null ? last.prompt : `A long one for number ${index + 1}, please`;
  const begun = await ask(window, asking, prompt, last?.kept ?? null);
  await firstPiece(window);
  await pause(random() * 4500);
  const at = await kill(window, killing);
  const pieces = await window.demo.newestAnswer();
  const due = content(pieces, begun, at - grace);
  const onDisk = await answerOnDisk(await window.segments(), prompt);
  await window.workbench.palette('Tidemark: Open Chat');
  const shown = await answerShown(window.page, window.chat, prompt);
  const missing = (kept: KeptAnswer | null): number =>
    keptOf(due.thinking, kept?.thinking ?? '') + keptOf(due.text, kept?.text ?? '');
  const [diskBytes, shownBytes] = [missing(onDisk), missing(shown)];
  const failure =
    diskBytes < bytes(due)
      ? 'lost on disk'
      : shownBytes < bytes(due)
        ? 'not shown'
        : onDisk?.isInterrupted === true
          ? null
          : 'not marked';
  const lag = lagOf(pieces, begun, onDisk, at);
  return {
    round: { killing, asking, written: bytes(due), onDisk: diskBytes, shown: shownBytes, lag, failure },
    prompt,
    kept: shown,
  };
}

function timed<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const late = pause(milliseconds, undefined, { ref: false }).then(() =>
    Promise.reject(new Error(`took longer than ${milliseconds / 1000} s`)),
  );
  return Promise.race([work, late]);
}

const rounds: Round[] = [];
const began = Date.now();
await using window = await openChatWindow(pace, { 'tidemark.chat.thinkingBudget': 1024 });
await window.opened.context.grantPermissions(['clipboard-read', 'clipboard-write']);
let last: { prompt: string; kept: KeptAnswer } | null = null;
for (const [index, killing] of killings.entries()) {
  if (Date.now() - began > longestRun) break;
  try {
    const done: Awaited<ReturnType<typeof round>> = await timed(round(window, index, killing, last), longestRound);
    rounds.push(done.round);
    last = done;
  } catch (error) {
    const failure = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
    rounds.push({ killing, asking: 'sameChat', written: 0, onDisk: 0, shown: 0, lag: 0, failure });
    await window.workbench.screenshot(`kill-${index + 1}`);
    await window.workbench.reload();
    await window.workbench.palette('Tidemark: Open Chat');
    last = null;
  }
  console.log(`${index + 1}: ${JSON.stringify(rounds.at(-1))} ${Math.round((Date.now() - began) / 1000)} s`);
}

console.log('\nkilled by  kills  bytes due  on disk  shown  failures  longest ms unsaved');
for (const [name, of] of [
  ['reload', ['reload']],
  ['host', ['host']],
  ['all', ['reload', 'host']],
] as const) {
  const some = rounds.filter(({ killing }) => of.some((one) => one === killing));
  const sum = (key: 'written' | 'onDisk' | 'shown'): number => some.reduce((total, one) => total + one[key], 0);
  const columns = [
    some.length,
    sum('written'),
    sum('onDisk'),
    sum('shown'),
    some.filter(({ failure }) => failure !== null).length,
    Math.max(0, ...some.map(({ lag }) => lag)),
  ];
  console.log(
    [name.padEnd(9), ...[5, 9, 7, 5, 8, 18].map((width, column) => String(columns[column]).padStart(width))].join('  '),
  );
}
process.exitCode = rounds.length === kills && rounds.every(({ failure }) => failure === null) ? 0 : 1;
