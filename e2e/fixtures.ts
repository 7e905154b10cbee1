import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { admin, startServer, stopServer } from './server.ts';

export { admin, expect };

/** Each answer of the API comes up to so many milliseconds late: finds tests that depend on which is quicker. */
const late = Number(process.env.LATE ?? 0);

interface Server {
  url: string;
  dataDir: string;
}

interface WorkerOptions {
  /** Extra environment variables of the server: `test.use({ settings: { … } })` for a whole file. 'off' for samples starts empty. */
  settings: Record<string, string>;
  /** localhost where passkeys are needed: browsers refuse them at an IP address. */
  hostname: string;
}

interface WorkerFixtures extends WorkerOptions {
  /** The built product: one process per worker, on a copy of the sample house. */
  server: Server;
}

interface TestFixtures {
  /** Fails the test when any page of its window logs an error or a warning. */
  quietConsole: undefined;
  /**
   * Waits until loading ends before each action and assertion: content that loads can move a button between press and
   * release.
   */
  patience: undefined;
  signIn: () => Promise<string>;
  /**
   * Fails for what axe finds on the page in the light, and for low contrast in the dark.
   * `{ dark: false }` where the same elements are judged in the dark by another look, as at another width.
   */
  expectAccessible: (look?: { dark: boolean }) => Promise<void>;
  /**
   * Runs `expectAccessible` at several widths of one window, as a step each, and checks that nothing is wider than the
   * window. Dark mode is judged only at the first width. The window keeps the last.
   */
  expectAccessibleAt: (...widths: number[]) => Promise<void>;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  settings: [{}, { option: true, scope: 'worker' }],
  hostname: ['127.0.0.1', { option: true, scope: 'worker' }],
  server: [
    async ({ settings, hostname }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'brokerage-e2e-'));
      const isEmpty = settings.SAMPLE_CONTENT === 'off';
      if (process.env.SAMPLE_HOUSE && !isEmpty)
        await cp(process.env.SAMPLE_HOUSE, dataDir, { recursive: true });
      const { process: child, url } = await startServer(dataDir, settings, hostname);
      await use({ url, dataDir });
      await stopServer(child);
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  context: async ({ context }, use) => {
    if (late > 0)
      await context.route('/api/**', async (route) => {
        await setTimeout(Math.random() * late);
        await route.fallback();
      });
    await use(context);
    await context.unrouteAll({ behavior: 'ignoreErrors' });
  },
  quietConsole: [
    async ({ context }, use) => {
      const noise: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') noise.push(message.text());
      });
      context.on('weberror', (found) => noise.push(String(found.error())));
      await context.addInitScript(() => {
        // The browser only reports a violation and the page goes on, so log it as an error.
        addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
          console.error(`Content Security Policy: ${effectiveDirective} ${blockedURI}`),
        );
      });
      await use(undefined);
      // The browser logs every failed request itself; tests assert how the page handles them.
      expect(noise.filter((text) => !isOfTests(text))).toEqual([]);
    },
    { auto: true },
  ],
  patience: [
    async ({ page }, use) => {
      await page.addLocatorHandler(loading(page), async () => {});
      await use(undefined);
    },
    { auto: true },
  ],
  signIn: async ({ page, request }, use) => {
    await use(async () => {
      const response = await request.post('/api/auth', { data: admin });
      const { token } = await response.json();
      // All tests of a worker share one admin: drafts of one test must not be offered to the next.
      await request.delete('/api/articles/working-copy/new', { headers: { 'x-auth-token': token } });
      await page.addInitScript((value) => {
        // Once per tab: a test that signs out stays signed out.
        if (sessionStorage.getItem('signed-in-by-test')) return;
        sessionStorage.setItem('signed-in-by-test', 'yes');
        localStorage.setItem('token', value);
      }, token);
      return token;
    });
  },
  expectAccessible: async ({ page }, use) => {
    await use(async (look = { dark: true }) => expectNoFindings(page, look.dark));
  },
  expectAccessibleAt: async ({ page }, use) => {
    await use(async (...widths) => {
      for (const width of widths)
        await test.step(`at ${width} px`, async () => {
          await page.setViewportSize({ width, height: heights[width] ?? 900 });
          await expectToFit(page);
          await expectNoFindings(page, width === widths[0]);
        });
    });
  },
});

/** Ignores failed requests, and the scripts that tests inject into every frame: the frame of a preview runs none. */
const isOfTests = (text: string) =>
  text.startsWith('Failed to load resource') ||
  text.startsWith("Blocked script execution in 'about:srcdoc' because the document's frame is sandboxed");

/** Window heights by width: a phone, and the smallest window that everything must fit into. */
const heights: Record<number, number> = { 390: 844, 320: 640 };

/** The status for screen readers is there while a page loads; the skeleton comes later or never. */
const loading = (page: Page) => page.locator('div[aria-busy="true"] > [role="status"]').first();
/** For tests that look at a page while it loads, or that pause the clock: a skeleton never ends then. */
export const doNotWaitForLoading = (page: Page): Promise<void> => page.removeLocatorHandler(loading(page));

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** The first, as an earlier message of the same text may still be shown. */
export const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).first();
export const alerted = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: text }).first();

/** Nothing is wider than the window, so the page never scrolls sideways. */
export async function expectToFit(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
}

/** Goes to another page of the office as a link there does, without reloading the office. */
export const moveTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    // The router counts entries this way.
    history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);

/** Loads the office where nothing is shown yet. */
export const show = (page: Page, path: string): Promise<unknown> =>
  page.url() === 'about:blank' ? page.goto(path) : moveTo(page, path);

/**
 * Colors are all that differs in the dark, so only their contrast is judged there. Leaves the page in the light and
 * without motion: what comes while axe looks must not be seen half faded in.
 */
async function expectNoFindings(page: Page, dark: boolean): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const findings = await violations(page);
  if (dark) {
    await page.emulateMedia({ colorScheme: 'dark' });
    findings.push(...(await violations(page, ['color-contrast'])).map((finding) => `dark: ${finding}`));
    await page.emulateMedia({ colorScheme: 'light' });
  }
  expect(findings).toEqual([]);
}

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

const axeScript = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Sends the script once to each document: it takes longer than what it does. */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  await endTransitions(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript);
  const found = await page.evaluate(async (runOnly) => {
    // The one frame, of a preview, runs no script.
    const options = { resultTypes: ['violations' as const], iframes: false, ...(runOnly && { runOnly }) };
    return (await window.axe?.run(document, options))?.violations;
  }, rules);
  if (!found) throw new Error('The page has lost the script of axe');
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`);
}

/**
 * Contrast is only meaningful once color transitions have ended. Waiting for them may take for ever: a page that
 * shows nothing new has no frames.
 */
async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
    }
  });
}
