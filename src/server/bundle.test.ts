import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
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
    const modules = importedBy('main.js', 'run.js', 'serve.js', '../ssr/entry-server.js');
    // The walk comes as far as what sends mail.
    expect(modules.some((name) => textOf(name).includes('MailWorker=class'))).toBe(true);
    expect(modules).not.toContain('nodemailer.js');
    expect(modules.filter((name) => slow.test(textOf(name)))).toEqual([]);
  });

  it('packed, finds a Node that is new enough, or says in one line that there is none', {
    timeout: 60_000,
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'brokerage-packed-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const program = async (name: string, says: string) => {
      await mkdir(join(folder, name), { recursive: true });
      await writeFile(join(folder, name, 'node'), `#!/bin/sh\n${says}\n`, { mode: 0o755 });
      return join(folder, name, 'node');
    };
    const old = await program('old', 'echo v20.20.2');
    const good = await program('good', `exec ${process.execPath} "$@"`);
    const { username } = userInfo();
    const settings = join(folder, 'settings');
    await mkdir(settings);
    for (const times of ['first', 'again']) {
      const home = join(folder, times);
      await promisify(execFile)(process.execPath, ['scripts/pack.mjs', home]);
      expect(JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')).engines).toEqual({ node: '>=24' });
      const run = async (first: string, given: Record<string, string> = {}, args = ['--help']) => {
        const env = {
          PATH: `${first}:/usr/bin:/bin`,
          BROKERAGE_SETTINGS: settings,
          BROKERAGE_USER: username,
        };
        const ran = promisify(execFile)(join(home, 'brokerage'), args, { env: { ...env, ...given } });
        return ran.then(
          ({ stdout }) => stdout,
          ({ stderr }) => String(stderr),
        );
      };
      const ran = /^Commands; each says more:\n/;
      expect(await run(join(folder, 'good'))).toMatch(ran);
      expect(await run(join(folder, 'old'), { BROKERAGE_NODE: good })).toMatch(ran);
      const tooOld = await run(join(folder, 'good'), { BROKERAGE_NODE: old });
      expect(tooOld).toMatch(
        /^brokerage needs Node 24 or later: .*old\/node is v20\.20\.2\. .*BROKERAGE_NODE.*\n$/,
      );
      // As the server reads the file.
      const lines = [
        `BROKERAGE_NODE=${good}\r\n`,
        `BROKERAGE_NODE="${good}" # this one\r\n`,
        `\uFEFF BROKERAGE_NODE = '${good}'\nA=1\n`,
        `A=1\nBROKERAGE_NODE=/absent\nexport BROKERAGE_NODE=${good} # this one\n`,
      ];
      for (const line of lines) {
        await writeFile(join(settings, '.env'), line);
        expect(await run(join(folder, 'old'))).toMatch(ran);
      }
      await rm(join(settings, '.env'));
      expect(await run(join(folder, 'good'), { BROKERAGE_SETTINGS: join(folder, 'absent') })).toMatch(
        /^The folder of the settings, .*absent, is not there, .*Run this as root\.\n$/,
      );
      await rm(join(home, 'node_modules', 'better-sqlite3'), { recursive: true });
      expect(await run(join(folder, 'good'), {}, ['user', 'list'])).toMatch(
        /^The folder .* is not whole: .*copied.*\n$/,
      );
    }
  });

  it('asks for the version of Node before it imports what an older one lacks', () => {
    for (const entry of ['main.js', 'command.js']) {
      const modules = importedBy(entry);
      expect(modules.filter((name) => /(?:from|import) ?"(?:node:|better|sharp)/.test(textOf(name)))).toEqual(
        [],
      );
    }
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
      // Each port compresses to another size.
      const withoutPort = page.body.replaceAll(/localhost:\d+/g, 'localhost');
      expect(brotliCompressSync(withoutPort).length).toBeLessThanOrEqual(12.6 * 1024);
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
