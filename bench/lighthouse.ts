import { chromium as browsers } from '@playwright/test';
import lighthouse from 'lighthouse';
import { chromium } from '../scripts/lib/chromium.mjs';

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
  for (let run = 0; run < 5; run++) runs.push(await oneRun(url, throttling));
  const [, , median] = runs.sort((a, b) => a.lcp - b.lcp);
  if (!median) throw new Error('Lighthouse gave no result');
  return median;
}

async function oneRun(url: string, throttlingMethod: Throttling): Promise<LighthouseResult> {
  const port = 9000 + Math.floor(Math.random() * 900);
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', `--remote-debugging-port=${port}`];
  const browser = await browsers.launch({ executablePath: chromium.find(), args });
  const options = { port, output: 'json', logLevel: 'error', throttlingMethod } as const;
  const result = await lighthouse(url, options).finally(() => browser.close());
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
