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
    const passwords = readFileSync('src/server/features/auth/passwords/common-passwords.txt.br');
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

/** Of this package the editor writes with one class; the rest is made as it loads, 2 KB that only a mark lets go. */
const unusedMarkdown: Plugin = {
  name: 'unused-markdown',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /prosemirror-markdown\/dist\/index\.js$/ },
    handler: (code) =>
      code.replace(
        /\bnew (?:Schema|MarkdownParser|MarkdownSerializer)\(|\bMarkdownIt\(/g,
        '/* @__PURE__ */ $&',
      ),
  },
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

const office = 'src/web/office/';
const loaderFile = 'src/web/site/loader.ts';
const dashboard = `${office}dashboard/DashboardPage.tsx`;
const articleEditor = [`${office}articles/EditArticlePage.tsx`, `${office}articles/AddArticlePage.tsx`];

interface Split {
  screens: Set<string>;
  first: Set<string>;
  site: Set<string>;
  loader: Set<string>;
  forms: Set<string>;
  editor: Set<string>;
  /** Of the editor, what screens without one need too. */
  common: Set<string>;
}

const splits = new WeakMap<Modules, Split>();

function splitOf(modules: Modules): Split {
  const known = splits.get(modules);
  if (known) return known;
  const text = resolve(`${office}articles/editor/RichText.tsx`);
  const { dynamicallyImportedIds: screens = [] } =
    modules.getModuleInfo(resolve(`${office}routes.tsx`)) ?? {};
  const others = screens.map((id) => reach(modules, [id], false)).filter((reached) => !reached.has(text));
  const split: Split = {
    screens: new Set(screens),
    first: reach(modules, [`${office}main.tsx`, dashboard], false),
    site: reach(modules, [loaderFile], true),
    loader: reach(modules, [loaderFile], false),
    forms: reach(modules, [`${office}form/EditorForm.tsx`, `${office}form/useEditor.ts`], false),
    editor: reach(modules, articleEditor, false),
    common: new Set(others.flatMap((reached) => [...reached])),
  };
  splits.set(modules, split);
  return split;
}

/** What each list of the office loads, and no other screen. */
const listParts =
  /\/ui\/(columns|ColumnChooser|density|DensityButton|Filters|Lines|Named|TableHead|TableHeaderCell|tableRoles|TableRow|TableSortSelect|TableTools|useRowKeys)\.tsx?$|\/lists\/(LoadedList|LoadMore|useColumns)\.tsx?$|\/icons\/(chevrons-up-down|columns-3|rows-[34])\./;

/** A closing statement and how it compares, as the landing page and the answer to an inquiry draw them. */
const statementParts =
  /\/site\/(closing-statement\/|landing\/fees-of-page)|\/shared\/fees\/(calculator-link|comparison)/;

/**
 * Few files for the office's first screen and for the writing room: each costs as much in headers as a small part has bytes,
 * and packs worse. What public pages load too stays apart, in two: React, and the controls that are drawn by it.
 */
function chunkOf(id: string, modules: Modules): string | null {
  const { screens, first, site, loader, forms, editor, common } = splitOf(modules);
  // Its style stays with main.tsx, where the server looks for what the document links. A screen keeps its name in the manifest.
  if (/office\/main\.tsx$|\.css$/.test(id) || screens.has(id) || loader.has(id)) return null;
  // Half of the screens load it, and it is smaller than the headers of a file of its own.
  if (id.endsWith('/ui/EmptyState.tsx')) return 'office';
  if (listParts.test(id)) return 'lists';
  if (!first.has(id)) {
    // The loader names each file: those that the landing page loads together anyway are one.
    if (statementParts.test(id)) return 'statement';
    if (/\/shared\/(closings\/transaction-kinds|fees\/fees)\.ts$/.test(id)) return 'fees';
    // Most screens have a field, and its limit.
    if (site.has(id)) return /\/src\/web\/ui\/|lucide-react|field-limits/.test(id) ? 'controls' : null;
    if (forms.has(id)) return 'forms';
    if (!editor.has(id)) return null;
    if (!common.has(id)) return 'writing';
    if (id.includes('/react-hook-form/')) return null;
    return id.includes(`/${office}articles/`) ? 'articles' : 'office';
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
  plugins: [react(), tailwindcss(), serverData, buildTime, browserEntities, unusedMarkdown, packed],
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
            'bcrypt-thread': 'src/server/features/auth/passwords/bcrypt-thread.ts',
            'render-thread': 'src/server/platform/text/render-thread.ts',
            'pdf-thread': 'src/server/platform/pdf/pdf-thread.ts',
            'image-worker': 'src/server/platform/images/image-worker.ts',
            'pdf-check-worker': 'src/server/platform/pdf-check/pdf-check-worker.ts',
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
