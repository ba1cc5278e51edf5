// Starts the project's demo service as a process of its own and reads the one line in which it says where it listens.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';
import { parseProfile, type ServiceProfile } from '../../../src/core/service/profile/profile.ts';
import { PROJECT_ROOT } from './install.ts';
import { OWN_GROUP, ownProcess, stopProcess } from './owned-resources.ts';

const START_PATIENCE_MS = 20_000;

/** The profile's fields beside these are for its own schema to judge. */
const announcementSchema = z.looseObject({
  authUrl: z.string(),
  apiKey: z.string(),
  people: z.array(z.object({ phone: z.string(), persona: z.string() })),
  smsCode: z.string(),
  controlToken: z.string(),
});

/** What the demo service prints when it listens. */
export type DemoAnnouncement = z.infer<typeof announcementSchema>;

export interface DemoService extends AsyncDisposable {
  readonly announcement: DemoAnnouncement;
}

/** The value of `tidemark.service.profile` that points the extension at this demo service. */
export function demoProfile(announcement: DemoAnnouncement): ServiceProfile {
  const parsed = parseProfile(announcement);
  if (parsed.kind === 'invalid')
    throw new Error(`The demo service announces no profile: ${JSON.stringify(parsed.problems)}`);
  return parsed.profile;
}

/**
 * Starts the demo service on any free port.
 * @param options.paceMs milliseconds between two pieces of an answer; the service's own pace without it.
 * @throws Error with what the service printed, when it ends or does not announce itself.
 */
export async function startDemoService(options: { readonly paceMs?: number } = {}): Promise<DemoService> {
  const pace = options.paceMs === undefined ? [] : ['--pace', String(options.paceMs)];
  const args = [path.join(PROJECT_ROOT, 'src', 'demo', 'main.ts'), '--port', '0', '--json', ...pace];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], ...OWN_GROUP });
  ownProcess(child);
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const line = await new Promise<string>((resolve, reject) => {
    const fail = (reason: string): void => reject(new Error(`The demo service ${reason}.\n${complaint}`));
    const timer = setTimeout(() => {
      void stopProcess(child);
      fail(`did not say where it listens within ${START_PATIENCE_MS / 1000} seconds`);
    }, START_PATIENCE_MS);
    createInterface(child.stdout).once('line', (first) => {
      clearTimeout(timer);
      resolve(first);
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      fail(`ended with ${code ?? 'no code'}`);
    });
  });
  return {
    announcement: announcementSchema.parse(JSON.parse(line)),
    [Symbol.asyncDispose]: () => stopProcess(child),
  };
}
