import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from './free-port.ts';

export interface ServerProcess {
  child: ChildProcess;
  url: string;
  output(): string;
  /** Resolves once it serves. @throws Error with its output when it ends before */
  ready: Promise<void>;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; output: string }>;
}

/**
 * Starts the built server, or another program, in its own process with only `settings` in its environment. `user` is the
 * id of another user, as whom it runs; only root may say so.
 */
export function startProcess(
  settings: Record<string, string | undefined>,
  program = 'build/server/main.js',
  user?: number,
): ServerProcess {
  const port = settings.PORT ?? String(freePort());
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(user !== undefined && { uid: user, gid: user }),
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', LOG_LEVEL: 'info', ...settings, PORT: port },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, output }));
  return { child, url, output: () => output, ready: untilReady(url, ended), ended };
}

async function untilReady(url: string, ended: Promise<{ output: string }>): Promise<void> {
  let end: { output: string } | undefined;
  void ended.then((result) => {
    end = result;
  });
  while (!end) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`The server ended before it was ready:\n${end.output}`);
}
