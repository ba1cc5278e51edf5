// The proxy between a person's browser and VS Code's server, over real sockets.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { startMintKeyProxy } from '../../../support/vscode-host/mint-key-proxy.ts';

/** A server that answers with what it was asked, and that echoes what comes after an upgrade. */
async function startEcho(): Promise<AsyncDisposable & { port: number }> {
  const server = http.createServer((request, response) => {
    response
      .writeHead(418, { 'x-seen-host': request.headers.host ?? '' })
      .end(`${request.method ?? ''} ${request.url ?? ''}`);
  });
  server.on('upgrade', (request, socket, head) => {
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nx-seen-key: ${String(request.headers['sec-websocket-key'])}\r\n\r\n`,
    );
    socket.write(head);
    socket.pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return { port: address.port, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** Sends `text` on a bare connection and resolves to what came back once `ending` was in it. */
async function converse(port: number, text: string, ending: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1').setEncoding('utf8');
  socket.write(text);
  let received = '';
  for await (const piece of socket) {
    received += String(piece);
    if (received.includes(ending)) break;
  }
  return received;
}

describe('the mint-key proxy', () => {
  it('answers with the same 32 bytes each time, and with others after a restart', async () => {
    const keys: string[] = [];
    for (let start = 0; start < 2; start += 1) {
      await using proxy = await startMintKeyProxy(1);
      for (let ask = 0; ask < 2; ask += 1) {
        const answer = await fetch(`http://127.0.0.1:${proxy.port}/mint-key`, { method: 'POST' });
        keys.push(Buffer.from(await answer.arrayBuffer()).toString('hex'));
      }
    }
    assert.deepEqual(
      keys.map((key) => key.length),
      [64, 64, 64, 64],
    );
    assert.equal(keys[0], keys[1]);
    assert.equal(keys[2], keys[3]);
    assert.notEqual(keys[0], keys[2]);
  });

  it('passes every other request on as it came, and the answer back', async () => {
    await using echo = await startEcho();
    await using proxy = await startMintKeyProxy(echo.port);
    const answer = await fetch(`http://127.0.0.1:${proxy.port}/a?b=c`, { method: 'PUT', body: 'x' });
    assert.equal(answer.status, 418);
    assert.equal(answer.headers.get('x-seen-host'), `127.0.0.1:${proxy.port}`);
    assert.equal(await answer.text(), 'PUT /a?b=c');
  });

  it('carries a WebSocket both ways', async () => {
    await using echo = await startEcho();
    await using proxy = await startMintKeyProxy(echo.port);
    const upgrade = `GET /s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: k1\r\n\r\nthere and back`;
    assert.match(await converse(proxy.port, upgrade, 'back'), /x-seen-key: k1\r\n\r\nthere and back$/u);
  });

  it('refuses a name that is not of this machine', async () => {
    await using proxy = await startMintKeyProxy(1);
    const received = await converse(
      proxy.port,
      'GET /mint-key HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n',
      '\r\n\r\n',
    );
    assert.match(received, /^HTTP\/1\.1 403 /u);
  });

  it('says so when the server behind it is gone', async () => {
    const echo = await startEcho();
    await echo[Symbol.asyncDispose]();
    await using proxy = await startMintKeyProxy(echo.port);
    assert.equal((await fetch(`http://127.0.0.1:${proxy.port}/`)).status, 502);
  });
});
