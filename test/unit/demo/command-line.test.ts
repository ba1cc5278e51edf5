// The demo as `npm run demo` starts it: what it prints, that it ends on a signal, and that the official SDK of the
// compatible interface reads what it writes.
import Anthropic from '@anthropic-ai/sdk';
import assert from 'node:assert/strict';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { scriptedAnswer } from '../../../src/demo/answers/answers.ts';

type Child = ChildProcessByStdio<null, Readable, Readable>;

const entry = fileURLToPath(new URL('../../../src/demo/main.ts', import.meta.url));
const address = z.string().check(z.regex(/^http:\/\/127\.0\.0\.1:\d+\/[a-z-]+$/));
const printed = z.strictObject({
  name: z.literal('Demo service'),
  authUrl: address,
  baseUrl: address,
  apiUrl: address,
  altAuthUrl: address,
  altApiUrl: address,
  planUrl: address,
  planMessagesUrl: address,
  controlUrl: address,
  clientId: z.string(),
  altAppId: z.string(),
  words: z.strictObject({ service: z.string(), compat: z.string() }),
  apiKey: z.string().check(z.minLength(20)),
  people: z.array(z.strictObject({ phone: z.string(), persona: z.string() })),
  smsCode: z.string(),
  controlToken: z.string().check(z.minLength(20)),
  refusals: z.strictObject({ providerInactive: z.array(z.string()) }),
  models: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      contextWindow: z.int(),
      maxOutput: z.int(),
      images: z.boolean(),
      thinking: z.boolean(),
    }),
  ),
});

let children: Child[] = [];

function run(...flags: string[]): Child {
  const child = spawn(process.execPath, [entry, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  return child;
}

async function firstLine(child: Child): Promise<string> {
  for await (const line of createInterface({ input: child.stdout })) return line;
  return '';
}

async function exitCode(child: Child): Promise<unknown> {
  if (child.exitCode !== null) return child.exitCode;
  const [code] = (await once(child, 'exit')) as [unknown];
  return code;
}

describe('the command line of the demo', function () {
  this.timeout(20_000);

  afterEach(async () => {
    const ending = children;
    children = [];
    for (const child of ending) child.kill();
    await Promise.all(ending.map(exitCode));
  });

  it('lets the official SDK stream a complete message with the printed address, word and key', async () => {
    const child = run('--port', '0', '--json', '--compat-word', 'anthropic', '--pace', '0');
    const demo = printed.parse(JSON.parse(await firstLine(child)));
    assert.deepEqual(demo.words, { service: 'svc', compat: 'anthropic' });

    const client = new Anthropic({ apiKey: demo.apiKey, baseURL: `${demo.altApiUrl}/api/anthropic`, maxRetries: 0 });
    const [model] = demo.models;
    assert.ok(model);
    const stream = client.messages.stream({
      model: model.id,
      max_tokens: 4_000,
      thinking: { type: 'enabled', budget_tokens: 2_000 },
      messages: [{ role: 'user', content: 'Show me a table' }],
    });
    let streamed = '';
    stream.on('text', (text) => (streamed += text));
    const message = await stream.finalMessage();

    const expected = scriptedAnswer({ question: 'Show me a table', turn: 1, thinks: true, images: 0 });
    const [thought, answer] = message.content;
    assert.ok(thought?.type === 'thinking' && answer?.type === 'text');
    assert.equal(thought.thinking, expected.thinking);
    assert.notEqual(thought.signature, '');
    assert.equal(answer.text, expected.text);
    assert.equal(streamed, expected.text);
    assert.equal(message.stop_reason, 'end_turn');
    assert.ok(message.usage.output_tokens > 100);
  });

  it('serves until SIGTERM, and then ends with code 0', async () => {
    const child = run('--port', '0', '--json');
    const demo = printed.parse(JSON.parse(await firstLine(child)));
    assert.equal((await fetch(`${demo.authUrl}/api/v1/auths/`)).status, 200);
    child.kill('SIGTERM');
    assert.equal(await exitCode(child), 0);
  });

  it('prints what to do where JSON is not asked for', async () => {
    const child = run();
    let text = '';
    for await (const line of createInterface({ input: child.stdout })) {
      text += `${line}\n`;
      if (line.startsWith('Press Ctrl+C')) break;
    }
    assert.match(text, /authUrl +http:\/\/127\.0\.0\.1:\d+\/auth\n/);
    assert.match(text, /\+1 202 555 0101 {3}Coding plan Pro, with quota left\n/);
    assert.match(text, /SMS code +246810\n/);
    assert.match(text, /Tidemark: Connect to a Service…/);
  });

  it('has the key of the upstream server in its environment no longer once it serves', async () => {
    const child = spawn(
      process.execPath,
      [
        '--import',
        'data:text/javascript,process.once("SIGUSR2",()=>{process.stdout.write(JSON.stringify(process.env)+"\\n");process.exit(7)})',
        entry,
        '--json',
        '--upstream',
        'http://127.0.0.1:9',
      ],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, TIDEMARK_UPSTREAM_KEY: 'key-of-the-upstream' },
      },
    );
    children.push(child);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    printed.parse(JSON.parse(z.string().parse((await lines.next()).value)));
    child.kill('SIGUSR2');
    const environment = z.string().parse((await lines.next()).value);
    assert.match(environment, /"PATH"/);
    assert.doesNotMatch(environment, /key-of-the-upstream|TIDEMARK_UPSTREAM_KEY/);
  });

  it('repeats nothing that was typed where the flags are wrong', async () => {
    for (const flags of [
      ['--api-key=sk-typed'],
      ['--api-key', 'sk-typed'],
      ['sk-typed'],
      ['--port', 'sk-typed'],
      ['--upstream', 'http://sk-typed@127.0.0.1'],
      ['--upstream', 'http://127.0.0.1/?key=sk-typed'],
    ]) {
      const child = run(...flags);
      let printed = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (bytes: Buffer) => (printed += bytes.toString()));
      assert.equal(await exitCode(child), 2);
      assert.doesNotMatch(printed, /sk-typed/);
    }
  });

  const wrongFlags = [
    ['--port', 'high'],
    ['--pace', '1.5'],
    ['--upstream', 'ftp://127.0.0.1'],
    ['--upstream', 'http://user:password@127.0.0.1'],
    ['--upstream', 'http://127.0.0.1/?key=1'],
    ['--compat-word', 'Not A Word'],
    ['--unknown'],
  ];
  for (const flags of wrongFlags) {
    it(`refuses ${flags.join(' ')} with exit code 2`, async () => {
      const child = run(...flags);
      assert.equal(await exitCode(child), 2);
    });
  }
});
