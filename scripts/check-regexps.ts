/**
 * `npm run check`: every regular expression of src/ is linear and written as a literal, so that it can be checked. Those of
 * safe-regexps.json have been judged; `npm run fix` lists new ones there, and `--all` judges each again.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type ESTree, parseSync, Visitor, type VisitorObject } from 'vite';
import { z } from 'zod';

// The package's main entry would look for Java and a native binary first.
const require = createRequire(import.meta.url);
const recheck: typeof import('recheck') = require('recheck/lib/browser.js');

/** Vulnerable expressions that do no harm where they are: "file: expression" and the reason. */
const harmless: Record<string, string> = {
  'src/server/platform/config.ts: /\\/+$/': 'reads settings of the operator, once',
  'src/server/platform/pdf-check/pdf-objects.ts: /(\\d+)[\\0\\t\\n\\f\\r ]+\\+?(\\d+)[\\0\\t\\n\\f\\r ]*$/':
    'reads at most 60 characters',
  'src/server/platform/images/s3-store.ts: /\\/+$/': 'reads a setting of the operator, once',
};

interface Regexp {
  source: string;
  flags: string;
}

const root = join(import.meta.dirname, '..');

function faultsOf(file: string, code: string): string[] {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`);
  const regexps: Regexp[] = [];
  const faults: string[] = [];
  const called = ({ callee, arguments: [first] }: ESTree.CallExpression | ESTree.NewExpression) => {
    if (callee.type === 'Identifier' && callee.name === 'RegExp') {
      faults.push(`${file}: RegExp is called; a literal can be judged`);
    }
    // These turn a string into an expression.
    if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
    if (!['match', 'matchAll', 'search'].includes(callee.property.name)) return;
    if (first?.type === 'Literal' && typeof first.value === 'string') {
      regexps.push({ source: first.value, flags: '' });
    }
  };
  const literal: VisitorObject['Literal'] = (node) => {
    if ('regex' in node) regexps.push({ source: node.regex.pattern, flags: node.regex.flags });
  };
  new Visitor({ CallExpression: called, NewExpression: called, Literal: literal }).visit(program);
  return [...faults, ...regexps.flatMap((regexp) => faultOf(file, regexp) ?? [])];
}

const used = new Set<string>();

function faultOf(file: string, { source, flags }: Regexp): string | undefined {
  const judgment = judge(source, flags);
  if (!judgment) return undefined;
  const key = `${file}: /${source}/${flags}`;
  if (Object.hasOwn(harmless, key)) {
    used.add(key);
    return undefined;
  }
  if (judgment.status === 'unknown') return `${key} cannot be judged: ${judgment.error.kind}`;
  return `${key} is ${judgment.complexity.summary}`;
}

/** Deterministic on a busy machine too: limits steps, with a fixed seed; the timeout, in milliseconds, only ends what hangs. */
const effort = {
  randomSeed: 1,
  maxInitialGenerationSize: 100,
  maxGenerationSize: 30,
  timeout: 120_000,
  attackTimeout: null,
  incubationTimeout: null,
};

const judgesAll = process.argv.includes('--all');
const lists = process.argv.includes('--list');

/** Expressions found safe by this version and with this effort: they are not judged again. A judgment takes up to 5 s. */
const listFile = join(import.meta.dirname, 'safe-regexps.json');
/** Found since the list was written. */
const newFile = join(root, 'build', 'safe-regexps.json');
const { version }: { version: string } = require('recheck/package.json');
const judgeId = createHash('sha256')
  .update(JSON.stringify([version, effort]))
  .digest('hex');
const savedForm = z.object({ judge: z.string(), safe: z.array(z.string()) });
const safe = new Set(judgesAll ? [] : [...readSafe(listFile), ...readSafe(newFile)]);

function readSafe(file: string): string[] {
  if (!existsSync(file)) return [];
  const { judge, safe } = savedForm.parse(JSON.parse(readFileSync(file, 'utf8')));
  return judge === judgeId ? safe : [];
}

const seen = new Set<string>();

/** Returns what is wrong with an expression; undefined when it is safe. */
function judge(source: string, flags: string) {
  const key = `/${source}/${flags}`;
  seen.add(key);
  if (safe.has(key)) return undefined;
  const result = recheck.checkSync(source, flags, effort);
  if (result.status !== 'safe') return result;
  safe.add(key);
  return undefined;
}

const control =
  'a.replace(/[.,]+$/u, ""); new RegExp(b); c.match("(a+)+$"); /(?=a)\\p{L}+\\p{L}+!/u.test(d);';

function check(): string[] {
  const found = faultsOf('control.ts', control).length;
  if (found !== 4) throw new Error(`The control has 4 faults, and ${found} are found`);
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file));
  const faults = files.flatMap((file) =>
    faultsOf(file.replaceAll('\\', '/'), readFileSync(join(root, file), 'utf8')),
  );
  const unused = Object.keys(harmless).filter((key) => !used.has(key));
  return [...faults, ...unused.map((key) => `${key} is listed as harmless, but not found`)];
}

const began = performance.now();
const faults = check();
for (const fault of faults) console.error(fault);
mkdirSync(join(root, 'build'), { recursive: true });
writeFileSync(newFile, JSON.stringify({ judge: judgeId, safe: [...safe] }));
const present = [...seen].filter((key) => safe.has(key)).sort();
if (lists) writeFileSync(listFile, `${JSON.stringify({ judge: judgeId, safe: present }, null, 2)}\n`);
const seconds = ((performance.now() - began) / 1000).toFixed(1);
console.log(`${seen.size} regular expressions judged in ${seconds} s, ${faults.length} faults.`);
process.exitCode = faults.length > 0 ? 1 : 0;
