import { chromium as browsers } from '@playwright/test';
import { chromium } from '../scripts/lib/chromium.mjs';

/** Long enough for what is loaded in idle moments. */
const settle = 3000;

/** Scripts that Chromium loads for a page of the office before anyone touches it: number, and bytes with headers. */
export async function countedScripts(url: string, token: string): Promise<{ files: number; bytes: number }> {
  await using browser = await browsers.launch({ executablePath: chromium.find(), args: ['--no-sandbox'] });
  const page = await browser.newPage();
  await page.addInitScript((value) => localStorage.setItem('token', value), token);
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const scripts = new Set<string>();
  let bytes = 0;
  network.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForTimeout(settle);
  return { files: scripts.size, bytes };
}
