import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { plainImage, upload } from '../../test/images.ts';
import { startProcess } from '../../test/process.ts';
import { call } from '../../test/server.ts';
import { version } from './platform/project-folder.ts';

const textOf = (name: string) => readFileSync(join('build/server', name), 'utf8');

/** The chunks that these import statically, with theirs. */
function importedBy(...first: string[]): string[] {
  const found = new Set(first);
  for (const name of found) {
    for (const [, imported = ''] of textOf(name).matchAll(/(?:import|from) ?"\.\/([^"]+)"/g))
      found.add(imported);
  }
  return [...found];
}

describe('the bundle', () => {
  it('finds its files: no module of the server looks for them beside itself', () => {
    const modules = readdirSync('src/server', { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && path !== 'platform/project-folder.ts',
    );
    const offenders = modules.filter((path) =>
      /import\.meta\.(dirname|filename|url)/.test(readFileSync(join('src/server', path), 'utf8')),
    );
    expect(offenders).toEqual([]);
  });

  it('imports no module of Node that makes the start slow (docs/decisions/0007-the-server-is-bundled.md)', () => {
    const slow = /(?:from|import) ?"(?:node:)?(?:http|process)"/;
    const modules = importedBy('main.js', 'serve.js', '../ssr/entry-server.js');
    expect(modules).toContain('mail.worker.js');
    expect(modules).not.toContain('nodemailer.js');
    expect(modules.filter((name) => slow.test(textOf(name)))).toEqual([]);
  });

  it('serves pages, calls and files, with sample content and images, from a folder without sources', {
    timeout: 60_000,
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'brokerage-bundle-'));
    const home = join(folder, 'home');
    await promisify(execFile)(process.execPath, ['scripts/pack.mjs', home]);
    const settings = { DATA_DIR: join(folder, 'data'), SAMPLE_CONTENT: 'on' };
    const server = startProcess(settings, join(home, 'build/server/main.js'));
    try {
      await server.ready;
      const page = await call(server.url, 'GET /');
      expect(page.status).toBe(200);
      expect(page.body).toContain(`<meta name="generator" content="flat-fee-brokerage ${version}"/>`);
      // Before compression; docs/performance.md says what it decides.
      expect(Buffer.byteLength(page.body)).toBeLessThanOrEqual(60 * 1024);
      expect((await call(server.url, 'GET /login')).body).toContain(version);
      expect((await call(server.url, 'GET /dashboard')).body).toContain(`flat-fee-brokerage ${version}`);
      expect((await call(server.url, 'GET /livez')).body).toEqual({ status: 'ok', version });
      const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(page.body) ?? [];
      expect((await call(server.url, `GET ${script}`)).status).toBe(200);
      const articles = await call(server.url, 'GET /api/articles');
      expect(articles.body.length).toBeGreaterThan(5);
      expect((await call(server.url, 'GET /api/openapi.json')).body.openapi).toBe('3.1.1');

      const [, email, password] = /Sample admin: (\S+) {2}password: (\S+)/.exec(server.output()) ?? [];
      const { token } = (await call(server.url, 'POST /api/auth', { body: { email, password } })).body;
      const image = await upload(server, token, await plainImage(40, 40).png().toBuffer());
      expect((await call(server.url, `GET ${image.body.url}`)).status).toBe(200);
      const long = { token, body: { text: 'word '.repeat(4600) } };
      expect((await call(server.url, 'POST /api/articles/preview', long)).body.minutes).toBe(20);
      expect((await call(server.url, 'GET /api/posts?search=escrow', { token })).body).not.toEqual([]);
      const common = { token, body: { password: 'password1' } };
      expect((await call(server.url, 'POST /api/auth/change-password', common)).status).toBe(400);
      server.child.kill('SIGTERM');
      const { code, output } = await server.ended;
      expect(code).toBe(0);
      expect(output).toContain(`"version":"${version}"`);
    } finally {
      server.child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    }
  });
});
