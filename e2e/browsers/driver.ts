import { type ChildProcess, spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Presses of keys and of the pointer, as WebDriver names them. */
type InputSource = { type: 'key' | 'pointer'; id: string; actions: object[] };

/** A browser that Playwright doesn't bring along, driven by its own protocol. */
export interface Browser {
  open(url: string): Promise<void>;
  /** The result of a function's body in the page, which gets `given`. */
  run(body: string, given?: string[]): Promise<unknown>;
  input(sources: InputSource[]): Promise<void>;
  close(): Promise<void>;
}

/** Ends what was started, by its own process. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = globalThis.setTimeout(() => child.kill('SIGKILL'), 10_000);
  await gone;
  clearTimeout(timer);
}

/** The first match in what a program writes. @throws Error when it ends before */
function announced(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let written = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        written += chunk;
        const found = pattern.exec(written)?.[1];
        if (found) resolve(found);
      });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`${child.spawnfile} ended: ${written}`)));
  });
}

/** Firefox, by WebDriver BiDi. */
export async function startFirefox(): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'));
  const child = spawn(
    process.env.FIREFOX_PATH ?? 'firefox-esr',
    ['--headless', '--remote-debugging-port=0', '--no-remote', '--profile', profile, 'about:blank'],
    { stdio: 'pipe', env: { ...process.env, HOME: profile } },
  );
  const socket = new WebSocket(`${await announced(child, /BiDi listening on (ws:\S+)/)}/session`);
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, message } = JSON.parse(String(data));
    if (error) waiting.get(id)?.reject(new Error(`${error}: ${message}`));
    else waiting.get(id)?.resolve(result);
  });
  let calls = 0;
  const call = (method: string, params: object = {}) =>
    new Promise<unknown>((resolve, reject) => {
      waiting.set(++calls, { resolve, reject });
      socket.send(JSON.stringify({ id: calls, method, params }));
    });
  await call('session.new', { capabilities: {} });
  const context: string = Object(await call('browsingContext.getTree')).contexts[0].context;
  return {
    async open(url) {
      await call('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async run(body, given = []) {
      const { result, exceptionDetails } = Object(
        await call('script.callFunction', {
          functionDeclaration: `(...given) => JSON.stringify((() => { ${body} })() ?? null)`,
          target: { context },
          awaitPromise: false,
          arguments: given.map((value) => ({ type: 'string', value })),
        }),
      );
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return JSON.parse(result.value);
    },
    async input(actions) {
      await call('input.performActions', { context, actions });
    },
    async close() {
      socket.close();
      await end(child);
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** WebKitGTK's own small browser, by WebDriver, on a display of its own. */
export async function startWebKit(): Promise<Browser> {
  const [binary = ''] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser');
  const screen = ['-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
  const display = spawn('Xvfb', ['-displayfd', '1', ...screen], { stdio: 'pipe' });
  const DISPLAY = `:${await announced(display, /(\d+)\n/)}`;
  const port = 10_000 + Math.floor(Math.random() * 10_000);
  const driver = spawn(process.env.WEBKIT_DRIVER_PATH ?? 'WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1', NO_AT_BRIDGE: '1' },
  });
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = Object(await answer.json());
    if (!answer.ok) throw new Error(`${path}: ${value?.message}`);
    return value;
  };
  while (!(await call('GET', '/status').catch(() => false))) {
    if (driver.exitCode !== null) throw new Error('WebKitWebDriver has ended');
    await setTimeout(50);
  }
  const { sessionId } = Object(
    await call('POST', '/session', {
      capabilities: {
        alwaysMatch: {
          'webkitgtk:browserOptions': {
            binary,
            // It crashes on any page that has them.
            args: ['--automation', '--features=-CrossDocumentViewTransitions,-ViewTransitions'],
          },
        },
      },
    }),
  );
  const session = `/session/${sessionId}`;
  return {
    async open(url) {
      await call('POST', `${session}/url`, { url });
    },
    async run(body, given = []) {
      const script = `const given = [...arguments]; ${body}`;
      return call('POST', `${session}/execute/sync`, { script, args: given });
    },
    async input(actions) {
      await call('POST', `${session}/actions`, { actions });
    },
    async close() {
      await call('DELETE', session).catch(() => {});
      await end(driver);
      await end(display);
    },
  };
}
