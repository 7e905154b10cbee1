import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Fault } from './lib/fault.ts';
import { unmountAll } from './lib/small-disk.ts';
import { inSeconds } from './lib/stage.ts';
import type { Result } from './run-one.ts';

/**
 * Plays each fault twice or more: with every protection it must be survived, and without any one of them it must not.
 * Prints a line for each run; exit code 0 when all is as it should be.
 */
const here = fileURLToPath(new URL('.', import.meta.url));
let current: { child: ChildProcess; folder: string } | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (current) clear(current);
    process.exit(1);
  });

async function main(): Promise<number> {
  const wanted = process.argv.slice(2);
  const begun = performance.now();
  let runs = 0;
  const wrong: string[] = [];
  for (const file of readdirSync(here)
    .filter((name) => /^\d\d.*\.ts$/.test(name))
    .sort()) {
    const { default: fault }: { default: Fault } = await import(pathToFileURL(join(here, file)).href);
    if (wanted.length > 0 && !wanted.includes(fault.number)) continue;
    for (const off of [undefined, ...Object.keys(fault.protections)]) {
      runs++;
      if (!(await play(fault, join(here, file), off)))
        wrong.push(`${fault.number}${off ? ` without ${off}` : ''}`);
    }
  }
  console.log(
    `\n${runs} runs in ${inSeconds(performance.now() - begun)}: ${runs - wrong.length} as they should be`,
  );
  if (wrong.length > 0) console.log(`Not as they should be: ${wrong.join('; ')}`);
  return runs === 0 || wrong.length > 0 ? 1 : 0;
}

/** True when the fault was survived, or not survived without a protection. */
async function play(fault: Fault, file: string, off: string | undefined): Promise<boolean> {
  const begun = performance.now();
  const { kind, text } = await runOne(file, off, fault.limit);
  const isRight = kind === (off === undefined ? 'survived' : 'not survived');
  const name = off === undefined ? `${fault.number.padStart(3)}  ${fault.title}` : `     without ${off}`;
  const time = inSeconds(performance.now() - begun).padStart(7);
  console.log(
    `${isRight ? 'ok  ' : 'FAIL'} ${name.padEnd(62)} ${time}  ${kind}: ${kind === 'error' ? text : oneLine(text)}`,
  );
  return isRight;
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

async function runOne(file: string, off: string | undefined, limit: number): Promise<Result> {
  // Below /tmp: PostgreSQL runs as another user, for whom a TMPDIR of root may be closed.
  const folder = mkdtempSync('/tmp/fault-');
  chmodSync(folder, 0o711);
  const args = [file, folder, ...(off === undefined ? [] : [off])];
  // A group of its own: whatever it started ends with it.
  const child = fork(join(here, 'run-one.ts'), args, { detached: true, cwd: join(here, '..') });
  current = { child, folder };
  let result: Result = { kind: 'error', text: `not over after ${limit} s, or ended without a result` };
  child.on('message', (message: Result) => {
    result = message;
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), limit * 1000);
  await once(child, 'exit');
  clearTimeout(timer);
  clear(current);
  current = undefined;
  return result;
}

function clear({ child, folder }: { child: ChildProcess; folder: string }): void {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nothing was left.
  }
  unmountAll(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

process.exitCode = await main();
