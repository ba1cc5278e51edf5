// The page as a person sees it in each theme. Pictures go to out/screenshots to be looked at; axe-core judges each.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import type { HostMessage } from '../../src/protocol/chat.ts';
import { violations } from '../support/page/accessibility.ts';
import type { PageOptions, ShownPage } from '../support/page/webview-page.ts';
import { servePages } from '../support/page/webview-suite.ts';
import type { ThemeName } from '../support/page/webview-themes.ts';
import { changes } from './change-samples.ts';
import { restore, restoring } from './restore-samples.ts';
import { deleted, toasts, usedUp } from './toast-samples.ts';
import { asked, change, command, modes, paused, planned, side } from './run-samples.ts';
import { composer, folder, largeFile, photo, problems, screenshot, selection } from './composer-samples.ts';
import {
  answer,
  conversation,
  failedConversation,
  fallbackConversation,
  formulasAnswer,
  prompt,
  ready,
  richAnswer,
  richConversation,
  signedOut,
  textGrew,
  thinkingGrew,
} from './conversation-samples.ts';

const pictures = 'out/screenshots';
const allThemes: readonly ThemeName[] = ['dark', 'light', 'high-contrast-dark', 'high-contrast-light'];

const welcome: HostMessage[] = [
  { kind: 'availabilityShown', availability: signedOut },
  { kind: 'conversationShown', turns: [] },
];
const streaming: HostMessage[] = [
  ...conversation(prompt('p1', 'How does the stream reader keep partial events out of the state?')),
  { kind: 'turnAdded', turn: answer('a1', '', { progress: { kind: 'waiting' }, usage: null, seconds: null }) },
  { kind: 'answerStarted', id: 'a1', source: { payer: 'plan', provider: 'Tidemark Pro', model: 'svc-large-4' } },
  thinkingGrew('a1', 'The person asks about the reader.'),
  textGrew('a1', richAnswer.slice(0, 460)),
];
const formulas = conversation(prompt('p1', 'Which formulas?'), answer('a1', formulasAnswer));
const restoringFiles: HostMessage[] = [...restoring, composer(), { kind: 'restoreShown', restore }];
const waiting: HostMessage[] = [
  ...conversation(prompt('p1', 'Write a haiku about parsers.')),
  {
    kind: 'turnAdded',
    turn: answer('a1', '', { progress: { kind: 'waiting' }, source: null, usage: null, seconds: null }),
  },
];
const rightToLeft = conversation(
  prompt('p1', 'ما هو الفرق بين `let` و `const`؟'),
  answer(
    'a1',
    'الفرق بسيط:\n\n- يمكن تغيير `let`\n- لا يمكن تغيير `const`\n\n> ملاحظة قصيرة\n\n```js\nconst x = 1;\n```',
  ),
);
const banner: HostMessage[] = [
  ...richConversation,
  {
    kind: 'availabilityShown',
    availability: {
      ...ready,
      banner: {
        tone: 'warning',
        text: 'Your plan has refused prompts since 14:05. Your API key pays until 17:30.',
        buttons: [{ action: 'refreshPlan', label: 'Check Again', primary: false }],
      },
    },
  },
];

const composing: HostMessage[] = [
  ...conversation(
    { kind: 'prompt', id: 'p1', text: 'What does this part do?', attachments: [selection, problems] },
    answer('a1', 'It reads **one line** at a time.'),
  ),
  { kind: 'turnAdded', turn: prompt('p2', 'And the rest?') },
  {
    kind: 'turnAdded',
    turn: answer('a2', 'The rest', { progress: { kind: 'streaming' }, usage: null, seconds: null }),
  },
  composer({
    attachments: [selection, problems, largeFile, folder],
    queued: [
      {
        id: 'q1',
        text: 'Then write tests for it, please, with every edge case that you can think of',
        attachments: [folder],
      },
    ],
    thinking: true,
    contextUsage: {
      used: 206_000,
      size: 200_000,
      note: 'The conversation is longer than what the model can read. Its oldest prompts and answers will not be sent: 4 of them. They stay here; start a new chat to begin afresh.',
    },
  }),
];
const images: HostMessage[] = [
  ...conversation(
    { kind: 'prompt', id: 'p1', text: 'What is on this picture?', attachments: [screenshot, selection] },
    answer('a1', 'The sea, and the sun above it.', { leftOut: ['images not sent: 1'] }),
  ),
  composer({
    attachments: [screenshot, photo, problems],
    queued: [{ id: 'q1', text: 'And on this one?', attachments: [photo] }],
    modelId: 'small',
    imagesNote: 'Tide Small takes no images. They will be left out: 3. Choose a model that takes images to send them.',
  }),
];
const reviewing: HostMessage[] = [
  ...conversation(prompt('p1', 'Round the prices'), answer('a1', 'Done in **four** files.')),
  composer(),
  { kind: 'changesShown', changes },
];
const telling: HostMessage[] = [
  ...conversation(prompt('p1', 'Round the prices'), answer('a1', 'Done.')),
  composer(),
  toasts(deleted, usedUp),
];
const choosing: HostMessage[] = [
  ...conversation(prompt('p1', 'Hello'), answer('a1', 'Hello.')),
  composer(),
  { kind: 'conversationShown', turns: [] },
  { kind: 'draftShown', text: '/' },
];

const searching = async (shown: ShownPage): Promise<void> => {
  await shown.page.getByRole('textbox', { name: 'Find in Conversation' }).fill('line');
  await shown.next('findText');
  await shown.show({ kind: 'turnsFound', text: 'line', turnIds: ['p1', 'a1'] });
  await shown.page.getByRole('button', { name: 'Next Place' }).click();
};

interface Scene {
  readonly name: string;
  readonly messages: readonly HostMessage[];
  /** What the person then does. */
  readonly action?: (shown: ShownPage) => Promise<void>;
  readonly themes: readonly ThemeName[];
  readonly options?: PageOptions;
}

/** An answer that names places, with what goes along by itself. */
const placesAndContext: readonly HostMessage[] = [
  ...conversation(
    prompt('p1', 'Where is the tax?'),
    answer(
      'a1',
      'In `src/tax.ts:12`, which `totalOf()` calls; see [the cart](src/cart.ts).\n\n```ts src/new.ts\na();\n```',
    ),
  ),
  { kind: 'editorShown', name: 'cart.ts' },
  {
    kind: 'placesFound',
    places: [
      { name: 'src/tax.ts:12', leadsTo: 'file' },
      { name: 'totalOf()', leadsTo: 'symbol' },
      { name: 'src/cart.ts', leadsTo: 'file' },
      { name: 'src/new.ts', leadsTo: 'newFile' },
    ],
  },
  composer({
    attachments: [problems],
    accompanying: [
      {
        attachment: { ...folder, id: 'instructions:AGENTS.md', kind: 'instructions', label: 'AGENTS.md' },
        isOn: false,
      },
      { attachment: selection, isOn: true },
    ],
  }),
];

async function attaching(shown: ShownPage): Promise<void> {
  await shown.page.getByRole('button', { name: 'Attach', exact: true }).click();
  await shown.show({
    kind: 'contextFound',
    offers: [
      { id: 'a', icon: 'selection', label: 'Selection', detail: 'src/cart.ts:3-9', isAttached: false },
      { id: 'b', icon: 'git-compare', label: 'Git changes', detail: 'shop', isAttached: false },
      { id: 'c', icon: 'terminal', label: 'Terminal, last commands', detail: 'bash', isAttached: false },
      { id: 'd', icon: 'file', label: 'app.ts', detail: 'src/app.ts', isAttached: true },
    ],
  });
}

const waitingWords = {
  queued: [
    { id: 'q1', text: 'Then mend the docs', attachments: [], joinsRun: false },
    { id: 'q2', text: 'Mind the tides', attachments: [], joinsRun: true },
  ],
};
const waits: HostMessage = {
  kind: 'runSideShown',
  side: {
    question: null,
    plan: [],
    note: 'Waits for the run in “Fix the test”, in the window “shop”: only one works in this folder at a time.',
    taken: null,
  },
};

async function untilDrawn({ page }: ShownPage): Promise<void> {
  await page.waitForFunction(() => document.querySelectorAll('.markdown math').length === 11);
}

async function openModels({ page }: ShownPage): Promise<void> {
  await page.getByRole('combobox', { name: 'Model' }).click();
}

async function openModes({ page }: ShownPage): Promise<void> {
  await page.getByRole('combobox', { name: 'How to answer' }).click();
}

const scenes: readonly Scene[] = [
  { name: 'welcome', messages: welcome, themes: allThemes },
  { name: 'conversation', messages: richConversation, themes: allThemes, options: { height: 1280 } },
  { name: 'fallback', messages: fallbackConversation, themes: allThemes, options: { height: 480 } },
  { name: 'failed', messages: failedConversation, themes: allThemes, options: { height: 480 } },
  { name: 'narrow', messages: richConversation, themes: ['dark'], options: { width: 300, height: 1280 } },
  { name: 'wide', messages: richConversation, themes: ['light'], options: { width: 900, height: 1100 } },
  { name: 'formulas', messages: formulas, action: untilDrawn, themes: allThemes, options: { height: 900 } },
  {
    name: 'formulas-narrow',
    messages: formulas,
    action: untilDrawn,
    themes: ['light'],
    options: { width: 250, height: 1000 },
  },
  { name: 'streaming', messages: streaming, themes: ['dark'] },
  { name: 'waiting', messages: waiting, themes: ['dark', 'light'], options: { height: 480 } },
  { name: 'right-to-left', messages: rightToLeft, themes: ['dark'], options: { height: 480 } },
  { name: 'composing', messages: composing, themes: allThemes },
  { name: 'composing-narrow', messages: composing, themes: ['dark'], options: { width: 300 } },
  { name: 'changes', messages: reviewing, themes: allThemes, options: { height: 480 } },
  { name: 'changes-narrow', messages: reviewing, themes: ['dark'], options: { width: 250, height: 480 } },
  { name: 'images', messages: images, themes: allThemes, options: { height: 480 } },
  { name: 'images-narrow', messages: images, themes: ['dark'], options: { width: 300 } },
  { name: 'attaching', messages: placesAndContext, action: attaching, themes: allThemes, options: { height: 480 } },
  {
    name: 'attaching-narrow',
    messages: placesAndContext,
    action: attaching,
    themes: ['light'],
    options: { width: 250 },
  },
  { name: 'toasts', messages: telling, themes: allThemes, options: { height: 480 } },
  { name: 'toasts-narrow', messages: telling, themes: ['dark'], options: { width: 250, height: 480 } },
  { name: 'models', messages: placesAndContext, action: openModels, themes: allThemes, options: { height: 480 } },
  { name: 'models-narrow', messages: placesAndContext, action: openModels, themes: ['dark'], options: { width: 250 } },
  { name: 'modes', messages: [asked, composer(), modes], action: openModes, themes: allThemes },
  {
    name: 'modes-narrow',
    messages: [asked, composer(), modes],
    action: openModes,
    themes: ['dark'],
    options: { width: 250 },
  },
  { name: 'run-paused', messages: [asked, composer(waitingWords), modes, paused], themes: allThemes },
  {
    name: 'run-paused-narrow',
    messages: [asked, composer(waitingWords), modes, paused],
    themes: ['dark'],
    options: { width: 250, height: 1100 },
  },
  { name: 'run-planned', messages: [asked, composer(), modes, planned, waits], themes: ['dark', 'light'] },
  { name: 'commands', messages: choosing, themes: allThemes, options: { height: 480 } },
  {
    name: 'find',
    messages: [...richConversation, { kind: 'findOpened' }],
    action: searching,
    themes: allThemes,
    options: { height: 480 },
  },
  {
    name: 'find-narrow',
    messages: [...richConversation, { kind: 'findOpened' }],
    action: searching,
    themes: ['dark'],
    options: { width: 240 },
  },
  { name: 'banner', messages: banner, themes: ['dark', 'light'] },
  { name: 'run', messages: [asked, composer(), modes, side(command)], themes: allThemes, options: { width: 420 } },
  { name: 'restore', messages: restoringFiles, themes: allThemes, options: { width: 420 } },
  { name: 'restore-narrow', messages: restoringFiles, themes: ['dark'], options: { width: 250 } },
  { name: 'run-narrow', messages: [asked, composer(), modes, side(change)], themes: ['dark'], options: { width: 250 } },
];

describe('the chat page to the eye and to assistive technology', () => {
  const pages = servePages();
  before(async () => {
    await mkdir(pictures, { recursive: true });
  });

  for (const { name, messages, action, themes, options } of scenes) {
    for (const theme of themes) {
      it(`shows ${name} in ${theme} with nothing for axe-core to mend`, async () => {
        await using shown = await pages.show({ ...options, theme });
        await shown.show(...messages);
        // Code that is closed gets its colours in its own time; an open fence has none.
        if (messages !== streaming && (await shown.page.locator('.markdown pre').count()) > 0) {
          await shown.page.locator('.markdown pre span').first().waitFor();
        }
        await action?.(shown);
        await shown.page.screenshot({ path: `${pictures}/${name}-${theme}.png` });
        assert.deepEqual(await violations(shown.page), []);
        assert.deepEqual(shown.faults, []);
      });
    }
  }
});
