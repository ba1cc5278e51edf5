// Formulas as a person sees them: drawn without a breach of the page's policy, and left as their source where they
// cannot be drawn.
import assert from 'node:assert/strict';
import { violations } from '../support/page/accessibility.ts';
import { settle, type ShownPage } from '../support/page/webview-page.ts';
import { servePages } from '../support/page/webview-suite.ts';
import { answer, conversation, formulasAnswer, textGrew } from './conversation-samples.ts';

const source = { payer: 'plan', provider: 'Tidemark Pro', model: 'svc-large-4' } as const;

describe('formulas in the chat page', () => {
  const pages = servePages();

  const drawn = async ({ page }: ShownPage, count: number): Promise<void> => {
    await page.waitForFunction((wanted) => document.querySelectorAll('.markdown math').length === wanted, count);
  };
  const sources = ({ page }: ShownPage): Promise<string[]> => page.locator('.markdown code.formula').allTextContents();
  /** Shows it, with a formula behind it that is drawn after all others. */
  const shownTo = async (shown: ShownPage, text: string): Promise<void> => {
    await shown.show(...conversation(answer('a1', `${text}\n\n$z_{last}$`)));
    await shown.page.locator('math[alttext="$z_{last}$"]').waitFor();
  };

  it('are drawn as MathML, in a line and on lines of their own, without a breach of the policy', async () => {
    await using shown = await pages.show();
    await shown.show(...conversation(answer('a1', formulasAnswer)));
    await drawn(shown, 11);
    assert.deepEqual(await sources(shown), []);
    const { page } = shown;
    assert.equal(await page.locator('math').first().getAttribute('alttext'), '$ax^2 + bx + c = 0$');
    assert.equal(await page.locator('math[display=block]').count(), 6);
    assert.equal(await page.locator('math mfrac').first().isVisible(), true);
    assert.equal(await page.getByText('It costs $5, not $6, and').count(), 1);
    assert.equal(await page.locator('.markdown [style]').count(), 0);
    assert.deepEqual(shown.faults, []);
    assert.equal((await page.locator('math').first().boundingBox())?.height !== 0, true);
    assert.equal(await page.locator('math mo:empty:not([fence])').count(), 0);
  });

  it('load what draws them with the first of them', async () => {
    await using shown = await pages.show();
    const loads = (): boolean => pages.server.requests.some((url) => url.includes('/chunks/mathml-'));
    pages.server.requests.splice(0);
    await shown.show(...conversation(answer('a1', 'It costs $5, and $6 there. `$x$`')));
    await shown.page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    assert.equal(loads(), false);
    await shown.show(...conversation(answer('a2', 'So $x$.')));
    await drawn(shown, 1);
    assert.equal(loads(), true);
  });

  it('are their text until their end has come, then drawn, while the answer goes on', async () => {
    await using shown = await pages.show();
    await shown.show(...conversation(answer('a1', '', { progress: { kind: 'waiting' }, source: null })));
    await shown.show({ kind: 'answerStarted', id: 'a1', source }, textGrew('a1', 'Where $x_1 + '));
    assert.equal(await shown.page.locator('.markdown p').innerText(), 'Where $x_1 +');
    await shown.show(textGrew('a1', 'y$ holds'));
    // With the text that comes next.
    while ((await shown.page.locator('.markdown math').count()) === 0) await shown.show(textGrew('a1', ' and *so*'));
    assert.equal(await shown.page.locator('math').getAttribute('alttext'), '$x_1 + y$');
    const first = await shown.page.locator('math').elementHandle();
    await shown.show(textGrew('a1', ' on, *so* on'));
    assert.equal(await first.evaluate((element) => element.isConnected), true);
    await shown.show({ kind: 'answerEnded', id: 'a1', progress: { kind: 'done' }, usage: null, seconds: 2 });
    assert.equal(await shown.page.locator('math').count(), 1);
  });

  it('stay their source where they are broken, define macros, are too big or too deep, and say no error', async () => {
    await using shown = await pages.show();
    const left = [
      '$x^$',
      '$\\frac{1}$',
      '$\\nosuchthing{x}$',
      '$\\def\\a{\\a\\a}\\a$',
      '$\\newcommand{\\a}{x}\\a$',
      `$${'x+'.repeat(2_020)}y$`,
      `$${'x^2'.repeat(1_300)}$`,
      `$${'\\LaTeX'.repeat(10)}$`,
      `$${'\\sqrt{'.repeat(60)}x${'}'.repeat(60)}$`,
    ];
    await shownTo(shown, left.join('\n\n'));
    assert.deepEqual(await sources(shown), left);
    assert.deepEqual(shown.faults, []);
  });

  it('stay their source where reading them would take long', async () => {
    await using shown = await pages.show();
    const left = [
      `$\\pu{${'m/'.repeat(1_900)}}$`,
      `$\\ce{${'A->[x]'.repeat(600)}}$`,
      '$\\begin{alignedat}{99999999}a\\end{alignedat}$',
    ];
    await shownTo(shown, left.join('\n\n'));
    assert.deepEqual(await sources(shown), left);
  });

  it('stay their source where a part of them would not be seen, or lie over other things', async () => {
    await using shown = await pages.show();
    const left = [
      '$x \\char"202E y$',
      '$x_\u200b\u200b1$',
      '$\\phantom{x} y$',
      '$\\ref{a}$',
      '$\\llap{words} x_1$',
      '$\\reflectbox{a} x_1$',
      '$x_1 % y$',
      '$x_1 \\\\% y$',
      '$\\label{root} x_1$',
      '$\\@firstoftwo{x}{y}$',
      '$\\mathchoice{A}{B}{C}{D}$',
    ];
    await shownTo(shown, left.join('\n\n'));
    assert.deepEqual(await sources(shown), left);
  });

  it('take neither a colour, a class, a link nor a length of the model', async () => {
    await using shown = await pages.show();
    const texts = [
      '$\\color{white} x_1$',
      '$\\colorbox{black}{x}$',
      '$\\raisebox{-99em}{x}$',
      '$\\kern-99em x$',
      '$\\hspace{99em} x$',
      '$\\rule{99em}{99em} x$',
      '$\\smash{x} \\mathrlap{abc}$',
      '$\\Huge x$',
    ];
    await shownTo(shown, texts.join('\n\n'));
    assert.deepEqual(await sources(shown), []);
    const { page } = shown;
    const described = await page
      .locator('.markdown math *')
      .evaluateAll((all) => [...new Set(all.flatMap((element) => element.getAttributeNames()))]);
    assert.deepEqual(described, ['scriptlevel', 'displaystyle']);
    const [math, column] = await Promise.all([
      page.locator('math').evaluateAll((all) => all.map((element) => element.getBoundingClientRect().width)),
      page.locator('.markdown').evaluate((element) => element.getBoundingClientRect().width),
    ]);
    assert.equal(Math.max(...math) < column, true);
  });

  it('can be scrolled to their end where they are wider than the panel, and widen nothing', async () => {
    await using shown = await pages.show({ width: 250 });
    const long = `x_1 = ${'a_{1}b_{2}'.repeat(40)}`;
    await shownTo(shown, `$$${long}$$`);
    const { page } = shown;
    const ends = await page
      .locator('math')
      .first()
      .evaluate((element) => {
        element.scrollLeft = 100_000;
        return { moved: element.scrollLeft, over: element.scrollWidth - element.clientWidth };
      });
    assert.equal(ends.over > 200, true);
    assert.equal(Math.abs(ends.moved - ends.over) <= 1, true);
    assert.deepEqual(await violations(page), []);
  });

  it('can be selected, and Copy Answer is the same as ever', async () => {
    await using shown = await pages.show();
    await shownTo(shown, 'So $E = mc^2$ holds.');
    const selected = await shown.page
      .locator('.markdown p')
      .first()
      .evaluate((paragraph) => {
        getSelection()?.selectAllChildren(paragraph);
        return String(getSelection());
      });
    assert.equal(selected.normalize('NFKC').replaceAll(/\s/gu, ''), 'SoE=mc2holds.');
    await settle(shown.page);
    await shown.page.getByRole('button', { name: 'Copy Answer' }).click();
    assert.equal((await shown.next('copyText')).text, 'So $E = mc^2$ holds.\n\n$z_{last}$');
  });
});
