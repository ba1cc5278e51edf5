// Finds out whether this machine lets a program listen on 127.0.0.1 and reach itself there.
import { get } from 'node:http';
import { listenOnLoopback } from './loopback.ts';

const deadlineMilliseconds = 5000;
const pages = { accepted: 'ok', denied: '', rejected: '' };

/** Resolves to the port that was used. Rejects with the error of node:net or node:http, or when nothing comes back. */
export async function probeLoopback(): Promise<number> {
  const listener = await listenOnLoopback(pages, (query) => (query === 'probe' ? 'accepted' : 'rejected'));
  try {
    await new Promise<void>((resolve, reject) => {
      const request = get(
        `${listener.redirectUri}?probe`,
        { agent: false, timeout: deadlineMilliseconds },
        (response) => {
          response.resume();
          if (response.statusCode === 200) resolve();
          else reject(new Error(`Another program answered with ${response.statusCode ?? 'nothing'}`));
        },
      );
      request.once('timeout', () => request.destroy(new Error('Nothing came back')));
      request.once('error', reject);
    });
    return Number(new URL(listener.redirectUri).port);
  } finally {
    listener.close();
  }
}
