import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

export { expect };

export const admin = { email: 'admin@example.com', password: 'a password for tests' };

interface Server {
  url: string;
  dataDir: string;
}

interface WorkerOptions {
  /** Further settings of the server, as environment variables: `test.use({ settings: { … } })` for a whole file. */
  settings: Record<string, string>;
}

interface WorkerFixtures extends WorkerOptions {
  /** The built product, one process for each worker, on a fresh database with sample content. */
  server: Server;
}

interface TestFixtures {
  /** Fails the test when the page writes an error or a warning to the console. */
  quietConsole: undefined;
  /** Signs the browser in as the admin without the form. */
  signIn: () => Promise<string>;
  /** Asserts that axe finds nothing on the page as it is now. */
  expectAccessible: () => Promise<void>;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  settings: [{}, { option: true, scope: 'worker' }],
  server: [
    async ({ settings }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'brokerage-e2e-'));
      const { process: child, url } = await start(dataDir, settings);
      await use({ url, dataDir });
      child.kill('SIGTERM');
      await new Promise((resolve) => child.once('exit', resolve));
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  quietConsole: [
    async ({ page }, use) => {
      const noise: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') noise.push(message.text());
      });
      page.on('pageerror', (error) => noise.push(String(error)));
      await use(undefined);
      // The browser itself reports every refused call; what the page does about it is each test's business.
      expect(noise.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
    },
    { auto: true },
  ],
  signIn: async ({ page, request }, use) => {
    await use(async () => {
      const response = await request.post('/api/auth', { data: admin });
      const { token } = await response.json();
      await page.addInitScript((value) => {
        // Once for each tab: a test that signs out stays signed out.
        if (sessionStorage.getItem('signed-in-by-test')) return;
        sessionStorage.setItem('signed-in-by-test', 'yes');
        localStorage.setItem('token', value);
      }, token);
      return token;
    });
  },
  expectAccessible: async ({ page }, use) => {
    await use(async () => expectNoFindings(page));
  },
});

async function expectNoFindings(page: Page): Promise<void> {
  await endOfTransitions(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const findings = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`,
  );
  expect(findings).toEqual([]);
}

/** A colour on its way to another, after a change of the theme say, has a contrast that nobody is meant to read at. */
async function endOfTransitions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    // One that is cut short has ended as well.
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Starts the server on a free port below 32768: above, the sockets of clients may take it first. */
async function start(
  dataDir: string,
  settings: Record<string, string>,
): Promise<{ process: ChildProcess; url: string }> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const port = 10_000 + Math.floor(Math.random() * 10_000);
    const url = `http://127.0.0.1:${port}`;
    const child = spawn(process.execPath, ['build/server/main.js'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        BASE_URL: url,
        DATA_DIR: dataDir,
        SAMPLE_CONTENT: 'on',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'fatal',
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        ...settings,
      },
    });
    if (await saysItIsReady(child)) return { process: child, url };
  }
  throw new Error('The server did not start');
}

/** The server prints its address once it listens; it exits when the port is taken. */
function saysItIsReady(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => chunk.includes('http://') && resolve(true));
    child.once('exit', () => resolve(false));
  });
}
