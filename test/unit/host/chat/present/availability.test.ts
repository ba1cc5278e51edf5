// What an empty chat says to a person who is not signed in.
import assert from 'node:assert/strict';
import type { AvailabilityFacts } from '../../../../../src/host/chat/present/availability.ts';
import { standIn } from '../../../../support/fakes/vscode-stand-in.ts';

const { availabilityOf } = await import('../../../../../src/host/chat/present/availability.ts');

const nobody = { limit: null, hasKey: false, keyAnswers: false, needsKey: false, keyring: null };

describe('a chat whose plan is used up', () => {
  const limit = { name: '5-hour limit', isUsedUp: true, resetsAt: null, elsewhere: null };
  const banner = (facts: Partial<AvailabilityFacts>): string | undefined =>
    availabilityOf({ ...nobody, plan: { kind: 'known' }, limit, ...facts }).banner?.text;

  it('says before anything is sent who will answer', () => {
    assert.equal(banner({ hasKey: true, keyAnswers: true }), '5-hour limit used up: your API key will answer.');
    assert.equal(
      banner({ hasKey: true }),
      '5-hour limit used up. Your API key can answer in its place, if you say so.',
    );
    assert.equal(banner({}), '5-hour limit used up. An API key can answer in its place.');
  });

  it('says until when, by the clock', () => {
    const resetsAt = new Date(2026, 0, 15, 16, 44).getTime();
    assert.match(
      banner({ limit: { ...limit, resetsAt }, hasKey: true, keyAnswers: true }) ?? '',
      /used up until .*4:44\sPM: your API key will answer\.$/,
    );
  });

  it('offers another account that has something left, before the key', () => {
    const elsewhere = { account: 'b', name: 'Ben' };
    const offered = (facts: Partial<AvailabilityFacts>): unknown =>
      availabilityOf({
        ...nobody,
        plan: { kind: 'known' },
        limit: { ...limit, elsewhere },
        ...facts,
      }).banner?.buttons.map(({ action, label, account }) => [action, label, account]);
    const toBen = ['switchAccount', 'Switch to Ben', 'b'];
    assert.deepEqual(offered({}), [toBen, ['setApiKey', 'Set API Key…', undefined]]);
    assert.deepEqual(offered({ hasKey: true }), [toBen]);
  });

  it('offers to send what is typed at the reset, where that is known, whether there is a key or not', () => {
    const resetsAt = new Date(2026, 0, 15, 16, 44).getTime();
    const elsewhere = { account: 'b', name: 'Ben' };
    const offered = (changes: { readonly resetsAt: number | null }, hasKey: boolean): string[] =>
      availabilityOf({
        ...nobody,
        plan: { kind: 'known' },
        limit: { ...limit, ...changes, elsewhere },
        hasKey,
      }).banner?.buttons.map(({ label, primary }) => `${label}${primary ? ', first' : ''}`) ?? [];
    const [switching, waiting, key, ...rest] = offered({ resetsAt }, false);
    assert.deepEqual([switching, key, rest], ['Switch to Ben, first', 'Set API Key…', []]);
    assert.match(waiting ?? '', /^Send When It Resets \(.*4:44\sPM\)$/);
    assert.deepEqual(offered({ resetsAt }, true), [switching, waiting]);
    assert.deepEqual(offered({ resetsAt: null }, true), [switching]);
  });

  it('says nothing where something is left', () => {
    assert.equal(banner({ limit: { ...limit, isUsedUp: false } }), undefined);
    assert.equal(banner({ limit: null }), undefined);
  });
});

describe('an empty chat without a sign-in', () => {
  const text = (): string => availabilityOf({ ...nobody, plan: { kind: 'signedOut' } }).text;
  afterEach(() => {
    standIn.env.remoteName = undefined;
    standIn.env.uiKind = 1;
  });

  it('says what will happen', () => {
    assert.equal(text(), 'Your browser opens, you sign in there, and you are back here.');
  });

  it('says that this side has none yet where the window works on another machine', () => {
    standIn.env.remoteName = 'ssh-remote';
    assert.equal(
      text(),
      'This window works on another machine (ssh-remote), and Tidemark with it. There is no sign-in on that side yet: your browser opens on your own machine, you sign in there, and you are back here.',
    );
    standIn.env.uiKind = 2;
    assert.equal(text(), 'Your browser opens, you sign in there, and you are back here.');
  });
});
