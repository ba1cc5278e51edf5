// Runs a program to its end and turns a failure into an error that says what was run and what it printed.
import { spawn } from 'node:child_process';
import { OWN_GROUP, ownProcess } from './owned-resources.ts';

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Shows what the program prints while it runs, instead of keeping it for the error. */
  readonly show?: boolean;
}

/**
 * Runs `program` and resolves to what it printed on its standard output.
 * @throws Error with `purpose` in words and the last lines that the program printed, when it cannot start or fails.
 */
export async function runCommand(
  purpose: string,
  program: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<string> {
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['ignore', options.show === true ? 'inherit' : 'pipe', options.show === true ? 'inherit' : 'pipe'],
    // On Windows npm is a .cmd file, which only a shell starts.
    shell: process.platform === 'win32' && program === 'npm',
    ...OWN_GROUP,
  });
  ownProcess(child);
  let printed = '';
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    printed += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const line = [program, ...args].join(' ');
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`${purpose} failed: ${line} could not start (${error.message}).`)));
    child.once('close', (code, signal) => {
      if (code === 0) resolve(output);
      else
        reject(
          new Error(`${purpose} failed: ${line} ended with ${code ?? signal ?? 'no code'}.\n${lastLines(printed)}`),
        );
    });
  });
}

/** The end of a program's output: enough to see why it failed, and not so much that the reason drowns. */
export function lastLines(text: string, count = 30): string {
  return text.trimEnd().split('\n').slice(-count).join('\n');
}
