/**
 * `node scripts/mutate.mjs [--seed=1] [--count=40]`: changes one place of the services and of shared/ at a time and runs the
 * tests that belong to it on SQLite. A change that no test notices is named. The same seed chooses the same places as long as
 * the sources are the same, so two states of the tests can be compared. Works in a copy; takes some 15 seconds a place.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { testsOf } from './lib/changed.mjs';
import { tool } from './lib/install.mjs';
import { root } from './lib/process.mjs';

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, count: { type: 'string', default: '40' } },
});

/** @type {[RegExp, string][]} */
const changes = [
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ < /g, ' <= '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ >= /g, ' > '],
  [/ \+ /g, ' - '],
  [/'asc'/g, "'desc'"],
  [/'desc'/g, "'asc'"],
  [/return true;/g, 'return false;'],
  [/return false;/g, 'return true;'],
  [/(?<=\n)\s*throw new HttpError\([^\n]*\);/g, ''],
  [/(?<=\n)\s*\.where\([^\n]*\)(?=\n)/g, ''],
];

/** @typedef {{ file: string, at: number, from: string, to: string }} Place */

/** All places that a change could be made at, without comments and types. */
function places() {
  const files = globSync(['src/server/features/**/*.service.ts', 'src/shared/**/*.ts'], { cwd: root })
    .filter((file) => !/\.(test|contract)\.ts$/.test(file))
    .sort();
  /** @type {Place[]} */
  const found = [];
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [form, to] of changes)
      for (const { 0: from, index } of text.matchAll(form)) {
        const line = text.slice(text.lastIndexOf('\n', index) + 1, text.indexOf('\n', index + from.length));
        if (!/^\s*(\/\/|\*|\/\*|type |interface |import )/.test(line))
          found.push({ file, at: index, from, to });
      }
  }
  return found;
}

/** Numbers from 0 to 1 that a seed decides (mulberry32). @param {number} seed */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const next = random(Number(values.seed));
const all = places();
const chosen = Array.from(
  { length: Number(values.count) },
  () => all.splice(Math.floor(next() * all.length), 1)[0],
);

const copy = mkdtempSync(join(tmpdir(), 'mutated-'));
let caught = 0;
/** @type {Map<string, boolean>} What passes without a change, by its tests. */
const passed = new Map();
try {
  for (const name of readdirSync(root)) {
    if (!['.git', 'node_modules', 'data'].includes(name))
      cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const place of chosen) if (place) run(place);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`${caught} of ${chosen.length} noticed, seed ${values.seed}`);

/** @param {Place} place */
function run({ file, at, from, to }) {
  const { server } = testsOf([file]);
  // A file that belongs to no feature is shared code: run all of its tests.
  const names = server.length > 0 ? server : ['src/shared'];
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  // Otherwise a broken copy would look like a mutation that a test notices.
  if (!passes(names)) throw new Error(`The tests of ${file} fail without a change.`);
  writeFileSync(path, text.slice(0, at) + to + text.slice(at + from.length));
  const isNoticed = !runs(names);
  writeFileSync(path, text);
  if (isNoticed) caught++;
  const line = text.slice(0, at).split('\n').length;
  console.log(`${isNoticed ? 'noticed    ' : 'NOT NOTICED'} ${file}:${line} ${from.trim()} → ${to.trim()}`);
}

/** @param {string[]} names */
function runs(names) {
  const args = ['run', '--bail=1', '--reporter=dot', '--project=unit', '--project=sqlite', ...names];
  return spawnSync(...tool('vitest/vitest.mjs', ...args), { cwd: copy }).status === 0;
}

/** @param {string[]} names */
function passes(names) {
  const key = names.join();
  if (!passed.has(key)) passed.set(key, runs(names));
  return passed.get(key);
}
