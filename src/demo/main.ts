// The command line of the demo service: reads the flags, prints what was started, serves until it is stopped.
import { parseArgs } from 'node:util';
import type { DemoDescription } from './description.ts';
import { personas, spokenPhone } from './accounts/personas.ts';
import { startDemoService, type DemoServiceOptions } from './server.ts';

const usage = `Usage: npm run -s demo -- [options]

  --port NUMBER         port on 127.0.0.1; 0, the default, takes a free one
  --json                print one line of JSON instead of text
  --service-word WORD   the word behind "svc" in headers and paths
  --compat-word WORD    the word behind "compat" in headers and paths
  --pace MILLISECONDS   time between two pieces of an answer; 12 by default
  --upstream URL        pass messages on to URL/v1/messages, with the key that
                        the environment variable TIDEMARK_UPSTREAM_KEY holds
  --help                print this text
`;

function whole(flag: string, given: string | undefined, highest: number): number | undefined {
  if (given === undefined) return undefined;
  const value = Number(given);
  if (/^\d+$/.test(given) && value <= highest) return value;
  throw new RangeError(`--${flag} takes a whole number from 0 to ${highest}.`);
}

interface Invocation {
  readonly prints: 'help' | 'json' | 'text';
  readonly options: DemoServiceOptions;
}

/** @throws {TypeError | RangeError} for flags that are unknown or have a wrong value */
function invocation(args: readonly string[], upstreamKey: string | undefined): Invocation {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: text,
      json: flag,
      'service-word': text,
      'compat-word': text,
      upstream: text,
      pace: text,
      help: flag,
    },
  });
  const port = whole('port', values.port, 65_535);
  const pace = whole('pace', values.pace, 60_000);
  return {
    prints: values.help ? 'help' : values.json ? 'json' : 'text',
    options: {
      ...(port !== undefined && { port }),
      ...(pace !== undefined && { pace }),
      ...(values.upstream !== undefined && { upstream: { url: values.upstream, key: upstreamKey } }),
      words: {
        ...(values['service-word'] !== undefined && { service: values['service-word'] }),
        ...(values['compat-word'] !== undefined && { compat: values['compat-word'] }),
      },
    },
  };
}

function readable(demo: DemoDescription, upstream: string | undefined): string {
  const people = personas.map(({ phone, summary }) => `  ${spokenPhone(phone)}   ${summary}`);
  const addresses = Object.entries(demo).flatMap(([name, value]) =>
    name.endsWith('Url') && typeof value === 'string' ? [`  ${name.padEnd(17)} ${value}`] : [],
  );
  const reach = upstream === undefined ? 'nothing leaves this computer' : `only messages go further, to ${upstream}`;
  return `The demo service runs. Its people and plans are made up; ${reach}.

To connect: in VS Code run "Tidemark: Connect to a Service…" from the Command
Palette and enter the addresses below, then run "Tidemark: Sign In".

Addresses
${addresses.join('\n')}

Application ids
  primary           ${demo.clientId}
  secondary         ${demo.altAppId}

People, by phone number
${people.join('\n')}

SMS code            ${demo.smsCode}
API key             ${demo.apiKey}
Control token       ${demo.controlToken}

Press Ctrl+C to end.
`;
}

/** The key is taken out of the environment, so that nothing which the process starts or reports has it. */
function takeUpstreamKey(): string | undefined {
  const key = process.env['TIDEMARK_UPSTREAM_KEY'];
  delete process.env['TIDEMARK_UPSTREAM_KEY'];
  return key;
}

async function run(): Promise<void> {
  let asked: Invocation;
  try {
    asked = invocation(process.argv.slice(2), takeUpstreamKey());
  } catch (error) {
    // Other error messages repeat what was typed, and that may be a key.
    console.error(
      `${error instanceof RangeError ? error.message : 'A flag is not known, or lacks its value.'}\n\n${usage}`,
    );
    process.exitCode = 2;
    return;
  }
  if (asked.prints === 'help') {
    process.stdout.write(usage);
    return;
  }
  try {
    const service = await startDemoService(asked.options);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void service.close());
    process.stdout.write(
      asked.prints === 'json'
        ? `${JSON.stringify(service.description)}\n`
        : readable(service.description, asked.options.upstream?.url),
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : 'The demo service could not be started.');
    process.exitCode = error instanceof RangeError ? 2 : 1;
  }
}

void run();
