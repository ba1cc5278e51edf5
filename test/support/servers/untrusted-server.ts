// An https server on this machine whose certificate it has signed itself, so that nobody trusts it. The certificate is
// made for each run, in the DER encoding of X.509, since the platform can read one but not write one.
// @see https://www.rfc-editor.org/rfc/rfc5280
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface UntrustedServer extends AsyncDisposable {
  readonly origin: string;
}

export async function startUntrustedServer(): Promise<UntrustedServer> {
  const server = createServer(selfSigned(), (_request, response) => response.end('{}'));
  // The client's refusal reaches the server as an error of the handshake.
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `https://localhost:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** One DER element: tag, length, content. */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...contents: readonly Uint8Array[]): Buffer => der(0x30, ...contents);
const ecdsaWithSha256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
const commonName = Buffer.from('550403', 'hex');

function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  });
  const name = sequence(der(0x31, sequence(der(0x06, commonName), der(0x0c, Buffer.from('localhost')))));
  const time = (text: string): Buffer => der(0x18, Buffer.from(text));
  const serialNumber = der(0x02, Buffer.from([1]));
  const validity = sequence(time('20200101000000Z'), time('21200101000000Z'));
  const body = sequence(serialNumber, ecdsaWithSha256, name, validity, name, publicKey);
  const signature = sign('sha256', body, createPrivateKey(privateKey));
  const certificate = sequence(body, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  return {
    key: privateKey,
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}
