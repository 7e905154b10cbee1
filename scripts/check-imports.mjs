/**
 * Part of `npm run check`: no import circle between files or folders, and no import from a lower layer to a higher one.
 * Lowest first: src/shared, src/server/tables, src/server/platform, src/server/features, src/server; in src/web, ui
 * comes before the rest. Outside src, each of test, scripts, bench and faults imports those before it, and src none.
 * Type-only imports count, since a reader has to follow them too. Sources of the web load no zod, which is 30 KB:
 * contracts lend src/web their types only, and forms use zod/mini.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from './lib/process.mjs';

const around = ['test/', 'scripts/', 'bench/', 'faults/'];
const layers = [
  'src/shared/',
  'src/server/tables/',
  'src/server/platform/',
  'src/server/features/',
  'src/server/',
];

/**
 * Texts by project path. Tests may import anything and are left out, with what they share in src itself.
 * @param {string[]} folders
 * @returns {Map<string, string>}
 */
function readSources(folders) {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
      .filter((name) => /\.(?:tsx?|mjs)$/.test(name) && !/\.test\.tsx?$|^src\/[^/]+$/.test(name)),
  );
  return new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

/** @param {Map<string, string>} sources @returns {Map<string, string[]>} Project paths by file. */
function importsOf(sources) {
  const imports = new Map();
  for (const [file, text] of sources) {
    const named = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path = '']) => path);
    imports.set(
      file,
      named.map((path) => posix.join(dirname(file), path)).filter((path) => sources.has(path)),
    );
  }
  return imports;
}

/**
 * Sources of the web that load zod, other than by one another. `import type { A }` loads nothing; `import { type A }` does.
 * @param {Map<string, string>} sources
 */
function findZod(sources) {
  /** @type {Map<string, string[]>} */
  const loads = new Map();
  for (const [file, text] of sources) {
    const loading = text.replaceAll(/^(?:import|export) type [^;]*;/gm, '');
    const named = [...loading.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, path = '']) => path);
    loads.set(
      file,
      named.map((path) => (path.startsWith('.') ? posix.join(dirname(file), path) : path)),
    );
  }
  const isWeb = (/** @type {string} */ file) => file.startsWith('src/web/');
  const heavy = new Set(['zod']);
  for (const path of heavy)
    for (const [file, paths] of loads) if (!isWeb(file) && paths.includes(path)) heavy.add(file);
  const advice = 'import only types of it, and constants from a file without schemas';
  return [...loads].flatMap(([file, paths]) =>
    isWeb(file)
      ? paths.filter((path) => heavy.has(path)).map((path) => `${file} loads zod with ${path}: ${advice}`)
      : [],
  );
}

/** @param {Map<string, string[]>} imports */
function findProblems(imports) {
  const folders = new Map();
  for (const [file, targets] of imports) {
    const from = folderOf(file);
    const to = folders.get(from) ?? new Set();
    for (const target of targets) if (folderOf(target) !== from) to.add(folderOf(target));
    folders.set(from, to);
  }
  return [
    ...[...imports].flatMap(([file, targets]) =>
      targets.filter((target) => isWrong(file, target)).map((target) => `${file} imports ${target}`),
    ),
    ...circlesOf(imports).map((circle) => `Circle of files: ${circle.join(' → ')}`),
    ...circlesOf(folders).map((circle) => `Circle of folders: ${circle.join(' → ')}`),
  ];
}

/**
 * Also true when the web imports the server: they share only src/shared.
 * @param {string} file
 * @param {string} target
 */
function isWrong(file, target) {
  return layer(target) > layer(file) || (file.startsWith('src/web/') && target.startsWith('src/server/'));
}

/**
 * A higher number may import lower ones; the web has layers of its own.
 * @param {string} file
 */
function layer(file) {
  const outside = around.findIndex((prefix) => file.startsWith(prefix));
  if (outside >= 0) return 20 + outside;
  if (file.startsWith('src/web/')) return file.startsWith('src/web/ui/') ? 10 : 11;
  return layers.findIndex((prefix) => file.startsWith(prefix));
}

/**
 * The feature or platform part of a file; a file directly in a layer stands for itself.
 * @param {string} file
 */
function folderOf(file) {
  const [, folder] =
    /^(src\/(?:server\/(?:platform|features)|web\/(?:office|site))\/[^/]+)\//.exec(file) ?? [];
  return folder ?? file;
}

/**
 * One circle per group of nodes that reach each other: the shortest from its first node.
 * @param {Map<string, Iterable<string>>} graph
 */
function circlesOf(graph) {
  const circles = [];
  const done = new Set();
  for (const start of graph.keys()) {
    if (done.has(start)) continue;
    const circle = shortestCircle(graph, start);
    if (!circle) continue;
    for (const node of circle) done.add(node);
    circles.push(circle);
  }
  return circles;
}

/** @param {Map<string, Iterable<string>>} graph @param {string} start @returns {string[] | undefined} */
function shortestCircle(graph, start) {
  const cameFrom = new Map();
  const queue = [start];
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) {
        const path = [start];
        for (let step = node; step !== start; step = cameFrom.get(step)) path.splice(1, 0, step);
        return [...path, start];
      }
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, node);
      queue.push(next);
    }
  }
  return undefined;
}

// Self-test: a check that finds nothing would look like a clean tree.
const wrong = new Map([
  ['src/server/platform/a.ts', ['src/server/features/b/b.ts']],
  ['src/server/features/b/b.ts', ['src/server/platform/a.ts']],
  ['scripts/e.mjs', ['faults/f.ts']],
  ['src/web/ui/c.ts', ['src/web/office/d.ts', 'src/server/platform/a.ts']],
]);
if (findProblems(wrong).length !== 6) throw new Error('check-imports does not find a wrong import any more');

const loading = new Map([
  ['src/shared/a.contract.ts', "import { b } from './b.ts';"],
  ['src/shared/b.ts', "import { z } from 'zod';"],
  ['src/shared/c.ts', "import type { B } from './b.ts';\nexport const c = 1;"],
  [
    'src/web/d.ts',
    "import type {\n  A,\n} from '../shared/a.contract.ts';\nimport { c } from '../shared/c.ts';\nimport 'zod/mini';",
  ],
  [
    'src/web/e.ts',
    "import { d } from './d.ts';\nimport {\n  type A,\n  a,\n} from '../shared/a.contract.ts';",
  ],
  ['src/web/f.ts', "import { type A } from '../shared/a.contract.ts';\nimport { e } from './e.ts';"],
  ['src/web/g.ts', "import { z } from 'zod';\nexport { b } from '../shared/b.ts';"],
  ['src/web/h.ts', "const a = () => import('../shared/a.contract.ts');"],
]);
if (findZod(loading).length !== 5) throw new Error('check-imports does not find what loads zod any more');

const sources = readSources(['src', 'test', 'scripts', 'bench', 'faults']);
const problems = [...findProblems(importsOf(sources)), ...findZod(sources)];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
if (problems.length === 0) console.log('No import circle, no import of a higher layer, no zod in a browser.');
