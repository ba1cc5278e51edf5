// Images as a person pastes, drops and sees them in Chromium, under the policy that the extension gives the page: they
// are drawn, and the page still loads none.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { largestImage, type AttachmentView } from '../../src/protocol/chat.ts';
import type { ShownPage } from '../support/page/webview-page.ts';
import { servePages } from '../support/page/webview-suite.ts';
import { composer } from './composer-samples.ts';
import { answer, conversation } from './conversation-samples.ts';

/** A red square in the left half of a blue one, as the browser would write it: 200 by 100 pixels. */
const drawn = async ({ page }: ShownPage): Promise<string> =>
  page.evaluate(async () => {
    const canvas = new OffscreenCanvas(200, 100);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('There is no canvas.');
    context.fillStyle = '#00f';
    context.fillRect(0, 0, 200, 100);
    context.fillStyle = '#f00';
    context.fillRect(0, 0, 100, 100);
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
    return btoa(String.fromCharCode(...bytes));
  });

const image = (thumbnail = ''): AttachmentView => ({
  id: 'image:1',
  kind: 'image',
  label: 'docs/tide.png',
  size: 1600,
  isCut: false,
  image: { size: 34_200, thumbnail },
});

describe('images on the chat page', () => {
  const pages = servePages();

  const text = ({ page }: ShownPage): Locator => page.getByRole('textbox', { name: 'Your prompt' });
  const open = async (): Promise<ShownPage> => {
    const shown = await pages.show();
    await shown.show(...conversation(), composer());
    return shown;
  };
  interface Brought {
    readonly event: 'paste' | 'drop';
    readonly files?: readonly { readonly name: string; readonly size: number }[];
    readonly texts?: Readonly<Record<string, string>>;
  }
  /** Brings files of the letter A, and texts, to the prompt; returns whether the page took the event. */
  const bring = (shown: ShownPage, brought: Brought): Promise<boolean> =>
    text(shown).evaluate((field, { event, files = [], texts = {} }: Brought) => {
      const data = new DataTransfer();
      for (const { name, size } of files) data.items.add(new File(['A'.repeat(size)], name, { type: 'image/png' }));
      for (const [type, value] of Object.entries(texts)) data.setData(type, value);
      const init = { bubbles: true, cancelable: true };
      const sent =
        event === 'paste'
          ? new ClipboardEvent('paste', { ...init, clipboardData: data })
          : new DragEvent('drop', { ...init, dataTransfer: data });
      return !field.dispatchEvent(sent);
    }, brought);

  for (const event of ['paste', 'drop'] as const) {
    it(`asks the host to attach what came by ${event}, one after the other`, async () => {
      await using shown = await open();
      assert.equal(
        await bring(shown, {
          event,
          files: [
            { name: 'a.png', size: 3 },
            { name: 'b.png', size: 4 },
          ],
        }),
        true,
      );
      assert.deepEqual(await shown.next('attachImage'), { kind: 'attachImage', name: 'a.png', data: 'QUFB' });
      assert.deepEqual(await shown.next('attachImage'), { kind: 'attachImage', name: 'b.png', data: 'QUFBQQ==' });
    });
  }

  it('does not read what is larger than any image may be', async () => {
    await using shown = await open();
    await bring(shown, { event: 'paste', files: [{ name: 'big.png', size: largestImage + 1 }] });
    assert.deepEqual(await shown.next('attachImage'), { kind: 'attachImage', name: 'big.png', data: null });
  });

  it('leaves pasted text to the browser, although a picture of it comes along', async () => {
    await using shown = await open();
    assert.equal(
      await bring(shown, { event: 'paste', files: [{ name: 'cells.png', size: 3 }], texts: { 'text/plain': '1 2' } }),
      false,
    );
    assert.equal(
      shown.sent.some(({ kind }) => kind === 'attachImage'),
      false,
    );
  });

  it('takes files although their names come along as text', async () => {
    await using shown = await open();
    assert.equal(
      await bring(shown, { event: 'paste', files: [{ name: 'a.png', size: 3 }], texts: { 'text/plain': 'a.png' } }),
      true,
    );
    assert.equal((await shown.next('attachImage')).name, 'a.png');
  });

  it('takes what has an address by its address', async () => {
    await using shown = await open();
    await bring(shown, {
      event: 'drop',
      files: [{ name: 'a.png', size: 3 }],
      texts: { 'text/uri-list': 'file:///a.png' },
    });
    assert.deepEqual(await shown.next('attachFiles'), { kind: 'attachFiles', uris: ['file:///a.png'] });
    assert.equal(
      shown.sent.some(({ kind }) => kind === 'attachImage'),
      false,
    );
  });

  it('draws an image small for the host, and shows it on its chip, with name and size', async () => {
    await using shown = await open();
    const data = await drawn(shown);
    await shown.show(composer({ attachments: [image()] }));
    const chip = shown.page.getByRole('list', { name: 'Attached' }).getByRole('listitem');
    assert.equal(await chip.locator('.codicon-file-media').count(), 1);
    await shown.show({ kind: 'imageRead', id: 'image:1', mediaType: 'image/png', data });
    const { id, thumbnail } = await shown.next('thumbnailDrawn');
    assert.equal(id, 'image:1');
    assert.equal(Buffer.from(thumbnail, 'base64').subarray(8, 12).toString(), 'WEBP');
    await shown.show(composer({ attachments: [image(thumbnail)] }));
    assert.deepEqual(await pixels(chip.locator('canvas')), { width: 128, height: 64, left: 'red', right: 'blue' });
    assert.equal((await chip.innerText()).replaceAll(/\s+/g, ' ').trim(), 'docs/ tide.png 34 kB');
    assert.equal(await chip.getAttribute('title'), 'Image: docs/tide.png, 34 kB, about 1.6K tokens');
    await chip.getByRole('button', { name: 'Remove Image docs/tide.png' }).click();
    assert.deepEqual(await shown.next('detachContext'), { kind: 'detachContext', id: 'image:1' });
    assert.deepEqual(shown.faults, []);
  });

  it('says that it cannot draw what is no image, and goes on', async () => {
    await using shown = await open();
    await shown.show({ kind: 'imageRead', id: 'image:1', mediaType: 'image/png', data: 'AAAA' });
    assert.deepEqual(await shown.next('thumbnailDrawn'), { kind: 'thumbnailDrawn', id: 'image:1', thumbnail: '' });
    await shown.show(composer({ attachments: [image('AAAA')] }));
    assert.equal(await shown.page.locator('.chip').count(), 1);
    assert.deepEqual(shown.faults, []);
  });

  it('shows on a prompt the image that went with it', async () => {
    await using shown = await open();
    await shown.show({ kind: 'imageRead', id: 'image:1', mediaType: 'image/png', data: await drawn(shown) });
    const { thumbnail } = await shown.next('thumbnailDrawn');
    await shown.show({
      kind: 'turnAdded',
      turn: { kind: 'prompt', id: 'p1', text: 'What is it?', attachments: [image(thumbnail)] },
    });
    const turn = shown.page.getByRole('article', { name: 'You asked' });
    assert.deepEqual(await pixels(turn.locator('canvas')), { width: 128, height: 64, left: 'red', right: 'blue' });
    assert.match(await turn.innerText(), /tide\.png/);
  });

  it('says what will be left out where the model takes none, and under an answer what was', async () => {
    await using shown = await open();
    await shown.show(composer({ attachments: [image()], imagesNote: 'Tide Small takes no images.' }));
    await shown.page.locator('.composer-warning').getByText('Tide Small takes no images.').waitFor();
    await shown.show({
      kind: 'turnAdded',
      turn: answer('a1', 'Yes.', { leftOut: ['images not sent: 1', 'oldest prompts not sent: 2'] }),
    });
    assert.match(
      await shown.page.getByRole('article', { name: 'Answer' }).locator('.facts').innerText(),
      /images not sent: 1 · oldest prompts not sent: 2 ·/,
    );
  });

  it('lets no image element load anything still, not even from the page itself', async () => {
    await using shown = await open();
    await shown.show({
      kind: 'turnAdded',
      turn: answer('a1', '![x](data:image/png;base64,AAAA) ![y](https://a.example/y.png)'),
    });
    assert.equal(await shown.page.locator('img').count(), 0);
    const data = await drawn(shown);
    const refused = await shown.page.evaluate(async (base64) => {
      const outcomes: boolean[] = [];
      const blob = URL.createObjectURL(
        new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type: 'image/png' }),
      );
      for (const address of [`data:image/png;base64,${base64}`, blob, '/x.png']) {
        const element = new Image();
        outcomes.push(
          await new Promise<boolean>((resolve) => {
            element.onload = () => resolve(false);
            element.onerror = () => resolve(true);
            element.src = address;
          }),
        );
      }
      return outcomes;
    }, data);
    assert.deepEqual(refused, [true, true, true]);
    assert.equal(
      pages.server.requests.some((address) => address.endsWith('/x.png')),
      false,
    );
  });
});

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly left: string;
  readonly right: string;
}

/** What a canvas shows in the middle of each half; waits until it has been drawn. */
async function pixels(canvas: Locator): Promise<Pixels> {
  await canvas
    .page()
    .waitForFunction(
      (element) => element instanceof HTMLCanvasElement && element.width === 128,
      await canvas.elementHandle(),
    );
  return canvas.evaluate((element) => {
    if (!(element instanceof HTMLCanvasElement)) throw new Error('This is no canvas.');
    const { width, height } = element;
    const colour = (x: number): string => {
      const [red = 0, , blue = 0] = element.getContext('2d')?.getImageData(x, height / 2, 1, 1).data ?? [];
      return red > 200 ? 'red' : blue > 200 ? 'blue' : 'neither';
    };
    return { width, height, left: colour(width / 4), right: colour((width * 3) / 4) };
  });
}
