/**
 * `npm run pictures`: takes the README's three pictures of the built product from sample content. Run it for a release,
 * look at them, and commit them.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { chromium } from './lib/chromium.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/process.mjs';
import { ensureTools } from './lib/tools.mjs';

const admin = { email: 'admin@example.com', password: 'a password for pictures' };
const folder = new URL('../docs/pictures/', import.meta.url).pathname;
const quality = 82;

await main(async () => {
  await ensureInstalled();
  await ensureTools([chromium]);
  await ensureBuilt();
  const dataDir = mkdtempSync(join(tmpdir(), 'pictures-'));
  const { child, url } = await serve(dataDir);
  try {
    await take(url);
  } finally {
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
    rmSync(dataDir, { recursive: true, force: true });
  }
  console.log(`Pictures are in ${folder}`);
  return 0;
});

/** @param {string} dataDir @returns {Promise<{ child: import('node:child_process').ChildProcess, url: string }>} */
async function serve(dataDir) {
  const port = 10_000 + Math.floor(Math.random() * 10_000);
  const url = `http://127.0.0.1:${port}`;
  const env = { PATH: process.env.PATH, PORT: String(port), BASE_URL: url, DATA_DIR: dataDir };
  const child = spawn(process.execPath, ['build/server/main.js'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...env, SAMPLE_CONTENT: 'on', ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password },
  });
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => chunk.includes('http://') && resolve(undefined));
    child.once('exit', () => reject(new Error('The server did not start')));
  });
  return { child, url };
}

/** @param {string} url */
async function take(url) {
  // Installed by now, which a static import would not wait for.
  const { chromium: browsers } = await import('@playwright/test');
  const { default: sharp } = await import('sharp');
  const browser = await browsers.launch({ executablePath: chromium.find(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({
      baseURL: url,
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    });
    /** @param {string} name */
    const save = async (name) => {
      await page.evaluate(() => document.fonts.ready);
      await sharp(await page.screenshot())
        .webp({ quality })
        .toFile(join(folder, `${name}.webp`));
    };
    await page.goto('/', { waitUntil: 'networkidle' });
    await save('landing');
    const response = await page.request.post('/api/auth', { data: admin });
    const { token } = await response.json();
    await page.addInitScript((value) => localStorage.setItem('token', value), token);
    await page.goto('/dashboard/leads/board', { waitUntil: 'networkidle' });
    await save('board');
    const articles = await (await page.request.get('/api/articles')).json();
    await page.goto(`/dashboard/edit-article/${articles[0]._id}`, { waitUntil: 'networkidle' });
    await save('writing-room');
  } finally {
    await browser.close();
  }
}
