import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Makes src/web/fonts/*.woff2 from the whole faces: the characters that fonts.css names for each, and the weights in
 * use. Run after a change of either: `node scripts/make-fonts.ts`. Needs Debian's packages fonttools and
 * python3-brotli; the results are committed, so that a build needs neither.
 */
const sources = [
  {
    name: 'public-sans',
    file: 'node_modules/@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2',
    weights: '400:600',
    features: 'kern,pnum,tnum',
  },
  {
    name: 'newsreader',
    file: 'node_modules/@fontsource/newsreader/files/newsreader-latin-500-normal.woff2',
    features: 'kern,liga,pnum,tnum',
  },
];

const css = readFileSync('src/web/fonts/fonts.css', 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'fonts-'));
try {
  for (const { name, file, weights, features } of sources) make(name, file, weights, features);
} finally {
  rmSync(folder, { recursive: true });
}

function make(name: string, file: string, weights: string | undefined, features: string): void {
  const [, range] =
    css.match(new RegExp(`url\\("\\./${name}\\.woff2"\\)[^}]*unicode-range:\\s*([^;]+);`)) ?? [];
  if (!range) throw new Error(`fonts.css names no characters for ${name}`);
  const lighter = join(folder, `${name}.woff2`);
  if (weights) run('fonttools', ['varLib.instancer', file, `wght=${weights}`, '-o', lighter]);
  const target = `src/web/fonts/${name}.woff2`;
  run('pyftsubset', [
    weights ? lighter : file,
    `--unicodes=${range.replace(/\s/g, '')}`,
    `--layout-features=${features}`,
    '--flavor=woff2',
    `--output-file=${target}`,
  ]);
  console.log(`${target}: ${statSync(target).size} bytes`);
}

function run(command: string, args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
}
