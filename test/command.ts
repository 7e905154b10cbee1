import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface RunningCommand {
  child: ChildProcess;
  /** Resolves with the first output that contains `text`, or the end. */
  said(text: string): Promise<void>;
  ended: Promise<{ code: number | null; output: string }>;
}

/** Starts `npm run NAME -- ARGS` as a process with only `settings` in its environment. */
export function startCommand(
  name: string,
  args: string[],
  settings: Record<string, string | undefined>,
): RunningCommand {
  const child = spawn(process.execPath, [join('src', 'server', 'command.ts'), name, ...args], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const listener of listeners) listener();
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code, output }));
  return {
    child,
    ended,
    said: (text) =>
      new Promise((resolve) => {
        const look = () => output.includes(text) && resolve();
        listeners.add(look);
        look();
        void ended.then(() => resolve());
      }),
  };
}
