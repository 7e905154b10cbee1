import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { chromium } from '../scripts/lib/chromium.mjs';
import { pidOf, stop } from './servers.ts';

export interface LighthouseResult {
  scores: Record<string, number>;
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
}

/** `simulate` (Lighthouse's default) computes the slow phone and network; `devtools` really throttles both. */
export type Throttling = 'simulate' | 'devtools';

/** Mid-range phone on slow 4G; the median of five runs, by largest contentful paint. */
export async function measurePage(url: string, throttling: Throttling): Promise<LighthouseResult> {
  const runs: LighthouseResult[] = [];
  for (let run = 0; run < 5; run++) runs.push(await withChromium((port) => oneRun(url, port, throttling)));
  const [, , median] = runs.sort((a, b) => a.lcp - b.lcp);
  if (!median) throw new Error('Lighthouse gave no result');
  return median;
}

async function oneRun(url: string, port: number, throttlingMethod: Throttling): Promise<LighthouseResult> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', throttlingMethod });
  if (!result) throw new Error('Lighthouse gave no result');
  const { categories, audits } = result.lhr;
  const figure = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  return {
    scores: Object.fromEntries(
      Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
    ),
    fcp: figure('first-contentful-paint'),
    lcp: figure('largest-contentful-paint'),
    tbt: figure('total-blocking-time'),
    cls: figure('cumulative-layout-shift'),
  };
}

async function withChromium<T>(work: (port: number) => Promise<T>): Promise<T> {
  const port = 9000 + Math.floor(Math.random() * 900);
  const program = chromium.find();
  if (!program) throw new Error(chromium.howToInstall);
  const profile = await mkdtemp(join(tmpdir(), 'bench-chromium-'));
  const child = spawn(
    program,
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--user-data-dir=${profile}`,
      `--remote-debugging-port=${port}`,
      'about:blank',
    ],
    // A group of its own: the program may be a script that starts another.
    { stdio: 'ignore', detached: true },
  );
  // Fails when it cannot be started.
  await once(child, 'spawn');
  try {
    await untilListening(port);
    return await work(port);
  } finally {
    await stop(child, () => process.kill(-pidOf(child), 'SIGKILL'));
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function untilListening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (await fetch(`http://127.0.0.1:${port}/json/version`).catch(() => undefined)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('Chromium did not start');
}
