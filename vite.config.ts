import { readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { fontFiles } from './src/server/platform/pdf/font-files.ts';

/** What the server reads at run time, into build/server: nothing there needs src/. */
const serverData: Plugin = {
  name: 'server-data',
  applyToEnvironment: ({ name }) => name === 'server',
  generateBundle() {
    const articles = 'src/server/features/sample/articles';
    for (const name of readdirSync(articles)) {
      this.emitFile({
        type: 'asset',
        fileName: `articles/${name}`,
        source: readFileSync(`${articles}/${name}`),
      });
    }
    const passwords = readFileSync('src/server/features/auth/common-passwords.txt.br');
    this.emitFile({ type: 'asset', fileName: 'common-passwords.txt.br', source: passwords });
    for (const file of fontFiles)
      this.emitFile({ type: 'asset', fileName: basename(file), source: readFileSync(file) });
  },
};

/** Every browser knows the names of HTML's characters: markdown-it need not bring a table of them, 15 KB compressed. */
const browserEntities: Plugin = {
  name: 'browser-entities',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: (id) => (id === 'entities' ? resolve('src/web/office/articles/editor/entities.ts') : undefined),
};

/** Which of two builds is the newer one, for an office that is older than its server. */
const buildTime: Plugin = {
  name: 'build-time',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle() {
    const source = JSON.stringify({ at: new Date().toISOString() });
    this.emitFile({ type: 'asset', fileName: '.vite/built.json', source });
  },
};

/**
 * Files as Brotli packs them best, beside them: react-dom takes half a second and is 10 KB smaller than what a server
 * can do while a visitor waits.
 */
const packed: Plugin = {
  name: 'packed',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async writeBundle({ dir = '' }, bundle) {
    const texts = Object.keys(bundle).filter((name) => /^assets\/.*\.(js|css|svg)$/.test(name));
    await Promise.all(
      texts.map(async (name) => {
        const raw = await readFile(join(dir, name));
        await writeFile(join(dir, `${name}.br`), await brotli(raw, bestOf(raw)));
      }),
    );
  },
};

const brotli = promisify(brotliCompress);
const bestOf = ({ length }: Buffer) => ({ params: { [constants.BROTLI_PARAM_SIZE_HINT]: length } });

interface Modules {
  getModuleInfo: (id: string) => { importedIds: string[]; dynamicallyImportedIds: string[] } | null;
}

/** All that these load, with what they load on demand or without. */
function reach(modules: Modules, from: string[], withLater: boolean): Set<string> {
  const found = new Set<string>();
  const left = from.map((path) => resolve(path));
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    const { importedIds = [], dynamicallyImportedIds = [] } = modules.getModuleInfo(id) ?? {};
    left.push(...importedIds, ...(withLater ? dynamicallyImportedIds : []));
  }
  return found;
}

const splits = new WeakMap<Modules, Record<'first' | 'site' | 'loader' | 'forms', Set<string>>>();

/**
 * Few files for the office's first screen: each costs as much in headers as a small part has bytes, and packs worse.
 * What public pages load too stays apart, in two: React, and the controls that are drawn by it.
 */
function chunkOf(id: string, modules: Modules): string | null {
  const office = 'src/web/office/';
  const { first, site, loader, forms } = splits.get(modules) ?? {
    first: reach(modules, [`${office}main.tsx`, `${office}dashboard/DashboardPage.tsx`], false),
    site: reach(modules, ['src/web/site/loader.ts'], true),
    forms: reach(modules, [`${office}form/EditorForm.tsx`, `${office}form/useEditor.ts`], false),
    loader: reach(modules, ['src/web/site/loader.ts'], false),
  };
  splits.set(modules, { first, site, loader, forms });
  // Its style stays with main.tsx, where the server looks for what the document links.
  const isApart = /office\/(main\.tsx|dashboard\/)|\.css$/.test(id);
  if (isApart || loader.has(id)) return null;
  if (!first.has(id)) {
    if (forms.has(id) && !site.has(id)) return 'forms';
    return site.has(id) && /\/src\/web\/ui\/|lucide-react/.test(id) ? 'fields' : null;
  }
  if (/node_modules\/(react|react-dom|scheduler)\//.test(id)) return 'react';
  return site.has(id) ? 'controls' : 'office';
}

/**
 * One build, three parts: `client` is what browsers load (the islands of the public pages and the office), `ssr`
 * is what the server renders the public pages with, `server` the server itself in one file, which starts in half
 * the time and a quarter less memory than from its sources.
 */
export default defineConfig(({ command }) => ({
  plugins: [react(), tailwindcss(), serverData, buildTime, browserEntities, packed],
  publicDir: 'src/web/public',
  build: { target: ['chrome123', 'firefox121', 'safari17.5'] },
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'build/client',
        manifest: true,
        emptyOutDir: true,
        // No data: addresses: fonts and pictures stay files that a strict policy allows and a browser keeps.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: [
            'src/web/site/loader.ts',
            'src/web/site/site.css',
            'src/web/site/landing/landing-page.css',
            'src/web/site/landing/print.css',
            'src/web/office/main.tsx',
          ],
          // The loader names 43 chunks, and hashes do not compress: seven letters of each, the fewest that rolldown takes.
          output: {
            chunkFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: { groups: [{ name: chunkOf }], includeDependenciesRecursively: false },
          },
        },
      },
    },
    ssr: {
      build: {
        outDir: 'build/ssr',
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { input: { 'entry-server': 'src/web/site/entry-server.tsx' } },
      },
      // One file without look-ups in node_modules: the server starts faster. While developing, Node loads them.
      resolve: { noExternal: command === 'build' ? true : [] },
      // Settled by the build, not by the environment of the process: the server must never render with React's
      // development half only because it runs without production settings (npm start).
      keepProcessEnv: false,
    },
    server: {
      consumer: 'server',
      build: {
        outDir: 'build/server',
        emptyOutDir: true,
        copyPublicDir: false,
        target: 'node24',
        rolldownOptions: {
          input: {
            main: 'src/server/main.ts',
            command: 'src/server/command.ts',
            // A thread starts from a file of its own.
            'read-thread': 'src/server/platform/db/read-thread.ts',
            'bcrypt-thread': 'src/server/features/auth/bcrypt-thread.ts',
            'render-thread': 'src/server/platform/text/render-thread.ts',
            'pdf-thread': 'src/server/platform/pdf/pdf-thread.ts',
            'image-worker': 'src/server/platform/images/image-worker.ts',
          },
          output: {
            // All in one folder: see src/server/platform/project-folder.ts.
            entryFileNames: '[name].js',
            chunkFileNames: '[name].js',
            // Names stay, for the stack traces in the log.
            minify: { compress: false, mangle: false, codegen: true },
          },
        },
      },
      resolve: {
        noExternal: true,
        // With binaries of their own, or absent; and what only `npm run dev` needs.
        external: ['better-sqlite3', 'sharp', 'pg-native', 'vite', '@vitejs/plugin-react'],
      },
    },
  },
}));
