// A link is opened as the very text that was shown: what VS Code asks of a real server, and what the browser then
// shows, is compared with it byte for byte.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import * as vscode from 'vscode';
import { linkTarget } from '../../src/core/service/address/browser-address.ts';
import { openLink } from '../../src/host/chat/link/open-link.ts';
import { openInBrowser } from '../../src/host/link-address.ts';
import { generatedAddress, generatedTail, oddSites, oddTails } from '../support/samples/address-samples.ts';

/** What arrived of one opened address: the target of the request as it was on the wire, and the page's own address. */
interface Arrival {
  readonly target: string;
  readonly location: string;
}

const page = `<!doctype html><script>fetch('/location', { method: 'POST', body: location.href }).then(() => close());</script>`;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (chunk instanceof Buffer) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Serves one page under every address, which says where the browser thinks it is. */
class Site {
  readonly #server: Server;
  #target = '';
  #arrive: (arrival: Arrival) => void = () => undefined;

  constructor() {
    this.#server = createServer(
      (request, response) =>
        void this.#answer(request).then((body) => response.setHeader('content-type', 'text/html').end(body)),
    );
  }

  async #answer(request: IncomingMessage): Promise<string> {
    if (request.url === '/location' && request.method === 'POST') {
      this.#arrive({ target: this.#target, location: await bodyOf(request) });
      return '';
    }
    if (request.url === '/favicon.ico') return '';
    this.#target = request.url ?? '';
    return page;
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async arrivalOf(open: () => Promise<boolean>): Promise<Arrival> {
    const arrived = new Promise<Arrival>((resolve) => (this.#arrive = resolve));
    assert.equal(await open(), true);
    return arrived;
  }
}

describe('a link of an answer', function () {
  this.timeout(180_000);
  const site = new Site();
  let origin = '';
  before(async () => {
    origin = await site.listen();
  });
  after(() => site.close());

  const opensAsShown = async (href: string): Promise<void> => {
    let shown = '';
    const { target, location } = await site.arrivalOf(() =>
      openLink(href, 'here', (address) => {
        shown = address;
        return Promise.resolve(true);
      }),
    );
    assert.equal(location, shown, href);
    assert.equal(target, shown.slice(origin.length).replace(/#.*$/su, ''), href);
  };

  it('is requested as it was shown, whatever is in its path, query and fragment', async () => {
    for (const tail of oddTails) await opensAsShown(origin + tail);
  });

  it('is requested as it was shown, whatever is generated', async () => {
    for (const tail of fc.sample(generatedTail, { seed: 7, numRuns: 40 })) await opensAsShown(origin + tail);
  });

  it('that VS Code asks about is of the site that the browser goes to', () => {
    const addresses = [...oddSites, ...fc.sample(generatedAddress, { seed: 7, numRuns: 3_000 })];
    const targets = addresses.map(linkTarget).flatMap((target) => (target.kind === 'address' ? [target.text] : []));
    assert.ok(targets.length > 300);
    for (const target of targets) {
      const written = /^[a-z]+:(?:\/\/([^/?#]*))?/u.exec(target)?.[1] ?? '';
      assert.equal(vscode.Uri.parse(target).authority, written, target);
    }
  });

  it('is not opened, nor asked about, where its site could be read as another', async () => {
    let asked = false;
    const ask = (): Promise<boolean> => {
      asked = true;
      return Promise.resolve(true);
    };
    for (const href of [
      'https://evil.test%2F@github.com/login',
      'command:workbench.action.files.newUntitledFile',
      'https://a{b}.example/',
    ]) {
      assert.equal(await openLink(href, 'here', ask), false, href);
    }
    assert.equal(asked, false);
  });

  it('is shown with what misleads in it, and not opened unless it is confirmed', async () => {
    const details: string[] = [];
    const refuse = (address: string, remarks: readonly string[]): Promise<boolean> => {
      details.push(address, ...remarks);
      return Promise.resolve(false);
    };
    assert.equal(
      await openLink('https://github.com@xn--pple-43d.com:8443/C%23', 'https://github.com/C', refuse),
      false,
    );
    assert.deepEqual(details, [
      'https://github.com@xn--pple-43d.com:8443/C%23',
      '“github.com” in front of the @ is a user name, not the site. The site is xn--pple-43d.com.',
      'The name of the site holds letters beyond a to z: xn--pple-43d.com stands for \u2068аpple.com\u2069.',
      'A word of this name mixes letters of different scripts (Cyrillic, Latin), as no language does: some may look like others.',
      '8443 is not the usual port.',
      'The link reads as \u2068https://github.com/C\u2069, which is another address.',
    ]);
  });

  it('and the page of a sign-in are opened alike', async () => {
    const address = `${origin}/authorize?redirect_uri=${encodeURIComponent('code-oss://tidemark.tidemark/a%2Fb?c=d+e&f=%23')}&state=1`;
    const { target, location } = await site.arrivalOf(() => openInBrowser(address));
    assert.deepEqual([target, location], [address.slice(origin.length), address]);
  });
});
