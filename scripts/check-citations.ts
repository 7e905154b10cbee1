import { readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, posix } from 'node:path';

/**
 * `npm run check`: fails for citations of documents, files, rules, decisions, links and anchors that do not exist, and
 * for lines of prose or comment that are longer than 140 characters.
 */

type Files = Map<string, string>;

const rulesIn = { P: 'docs/product.md', S: 'docs/security.md' } as const;
const code = new Set(['.ts', '.tsx', '.mjs', '.js', '.css']);
const plain = new Set(['.sh', '.yml', '.yaml', '.example']);
const leftOut = new Set(['node_modules', 'build', 'data', 'test-results', 'playwright-report', '.git']);

function main(): number {
  process.chdir(join(import.meta.dirname, '..'));
  const missed = missedControls();
  const files = readFiles('.');
  const faults = [...missed, ...faultsOf(files)];
  for (const fault of faults) console.error(fault);
  if (faults.length === 0)
    console.log(`Citations: ${files.size} files, ${rules(files).size} rules, no fault`);
  return faults.length === 0 ? 0 : 1;
}

function readFiles(folder: string): Files {
  const files: Files = new Map();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = posix.join(folder, entry.name);
    if (leftOut.has(entry.name)) continue;
    if (entry.isDirectory()) for (const [name, text] of readFiles(path)) files.set(name, text);
    // Links may lead to any file; only text files are read.
    else if (entry.isFile()) files.set(path, isRead(path) ? readFileSync(join(path), 'utf8') : '');
  }
  return files;
}

const isDocument = (path: string) => path.endsWith('.md') && !path.startsWith('src/');
const isRead = (path: string) => isDocument(path) || [code, plain].some((kind) => kind.has(extname(path)));

function faultsOf(files: Files): string[] {
  const defined = rules(files);
  const faults = [...defined].flatMap(([rule, count]) =>
    count > 1 ? [`${rulesIn[rule.startsWith('P') ? 'P' : 'S']}: ${rule} is defined ${count} times`] : [],
  );
  for (const [path, text] of files) {
    if (!isRead(path)) continue;
    const prose = isDocument(path) ? outsideFences(text) : text;
    for (const [index, line] of prose.split('\n').entries()) {
      const found = isDocument(path)
        ? [...inLine(files, defined, path, line), ...inDocument(files, path, line)]
        : inCode(files, defined, path, line);
      if (isTooLong(path, line)) found.push(`a line longer than ${maxLength} characters`);
      faults.push(...found.map((fault) => `${path}:${index + 1}: ${fault}`));
    }
  }
  return faults;
}

const maxLength = 140;

/** Rows of tables, headings and examples have no other place; nor has a long name in backticks, or a link. */
function isTooLong(path: string, line: string): boolean {
  if (line.length <= maxLength) return false;
  if (!isDocument(path)) return /^\s*(?:\/?\*{1,2}|\/\/|#) /.test(line);
  if (/^(?: {4}|\s*[|#])/.test(line)) return false;
  return line.replace(/`[^`]*`|\[[^\]]*\]\([^)]*\)/g, '').length > maxLength;
}

function rules(files: Files): Map<string, number> {
  const found = Object.entries(rulesIn).flatMap(([letter, path]) =>
    [...(files.get(path) ?? '').matchAll(definition)].flatMap(([, rule = '']) =>
      rule.startsWith(letter) ? [rule] : [],
    ),
  );
  return new Map(found.map((rule) => [rule, found.filter((each) => each === rule).length]));
}

const definition = /^\s*- \*\*([PS]\d+\.\d+)\*\*/gm;

/** Blanks out examples but keeps the line numbers. */
const outsideFences = (text: string) =>
  text.replace(/^ *```[\s\S]*?^ *```/gm, (block) => block.replace(/[^\n]/g, ''));

/** Only comments cite. A string that looks like a comment causes a false alarm at worst. */
function inCode(files: Files, defined: Map<string, number>, path: string, line: string): string[] {
  const comment = plain.has(extname(path)) ? line : /^\s*\*.*|\/\*.*|(?<=^|\s)\/\/.*/.exec(line)?.[0];
  if (comment === undefined) return [];
  const imprecise = [...comment.matchAll(/(?:docs\/)?(product|security)\.md(?! [PS]\d)/gi)].map(
    ([name]) => `${name} without the number of a rule`,
  );
  return [...inLine(files, defined, path, comment), ...imprecise];
}

function inLine(files: Files, defined: Map<string, number>, path: string, line: string): string[] {
  const text = line.replace(/https?:\/\/\S+/g, '');
  const all = (form: RegExp) => [...text.matchAll(form)];
  return [
    ...all(/[\w./-]*[\w-]\.md\b/gi).flatMap(([name]) =>
      isThere(files, path, name) ? [] : [`there is no ${name}`],
    ),
    ...all(/(?<![\w./<])(?:src|e2e|bench|test|scripts|migrations)\/[\w./-]+\.(?:tsx?|mjs|css)\b/g).flatMap(
      ([name]) => (isThere(files, path, name) ? [] : [`there is no ${name}`]),
    ),
    ...all(/\b[PS]\d{1,2}\.\d{1,2}\b/g).flatMap(([rule]) =>
      defined.has(rule) ? [] : [`there is no rule ${rule}`],
    ),
    ...all(/(product|security)\.md ([PS])\d/gi).flatMap(([citation, name = '', letter]) =>
      (name.toLowerCase() === 'product') === (letter === 'P')
        ? []
        : [`${citation}… is in the other document`],
    ),
    ...all(/\bdecisions? (\d+)\b/gi).flatMap(([citation, number = '']) =>
      isDecision(files, number) ? [] : [`there is no ${citation}`],
    ),
    ...all(/\bspec(ification)?\.? \d+|(?<=\s)\[\d+(\.\d+)*\](?![(:\]])/gi).map(
      ([citation]) => `${citation} is of a document that is not a part of the project`,
    ),
  ];
}

function isThere(files: Files, from: string, name: string): boolean {
  return (
    files.has(posix.join(dirname(from), name)) ||
    [...files.keys()].some((path) => `/${path}`.endsWith(`/${name}`))
  );
}

const isDecision = (files: Files, number: string) =>
  [...files.keys()].some((path) => path.startsWith(`docs/decisions/${number.padStart(4, '0')}-`));

function inDocument(files: Files, path: string, line: string): string[] {
  const text = line.replace(/`[^`]*`/g, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) =>
    /^[a-z]+:/.test(target) || leadsSomewhere(files, path, target)
      ? []
      : [`the link ${target} leads nowhere`],
  );
  const letters: string[] = Object.values(rulesIn);
  if (!letters.includes(path)) return links;
  const sections = [...text.matchAll(/(?<![\w-])([PS])\d{1,2}(?![\w-]|\.\d)/g)].flatMap(
    ([section, letter]) => {
      const document = files.get(letter === 'P' ? rulesIn.P : rulesIn.S) ?? '';
      return new RegExp(`^## ${section} `, 'm').test(document) ? [] : [`there is no section ${section}`];
    },
  );
  return [...links, ...sections];
}

function leadsSomewhere(files: Files, from: string, target: string): boolean {
  const [name = '', anchor] = target.split('#');
  const path = name === '' ? from : posix.join(dirname(from), name).replace(/\/$/, '');
  const isFolder = [...files.keys()].some((each) => each.startsWith(`${path}/`));
  if (!files.has(path)) return isFolder && anchor === undefined;
  return anchor === undefined || anchors(files.get(path) ?? '').has(anchor);
}

function anchors(text: string): Set<string> {
  const found = new Set<string>();
  for (const [, heading = ''] of outsideFences(text).matchAll(/^#{1,6} (.+)$/gm)) {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = words.replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-');
    let unique = anchor;
    for (let count = 1; found.has(unique); count++) unique = `${anchor}-${count}`;
    found.add(unique);
  }
  return found;
}

/** Self-test: each of these added lines must give exactly one fault. */
function missedControls(): string[] {
  const good: Files = new Map([
    ['README.md', 'See [rules](docs/product.md#p1-one) and [all](docs/), docs/product.md P1.1.'],
    ['docs/product.md', '## P1 One\n\n- **P1.1** Text, as S1 says.\n'],
    ['docs/security.md', '## S1 One\n\n- **S1.1** Text, see [why](decisions/0001-why.md), decision 1.\n'],
    ['docs/decisions/0001-why.md', '# Why\n'],
    ['src/a.ts', inComment('docs/product.md P1.1, docs/security.md S1.1, decision 1')],
  ]);
  const comments = [
    `${'word '.repeat(30)}`,
    'docs/nowhere.md',
    'docs/product.md P1.9',
    'docs/security.md P1.1',
    'product.md, Accounts',
    'S9.1',
    'decision 2',
    'spec 9',
    'as in [4] it says',
    'see src/nowhere.ts',
  ];
  const documents = ['[x](nowhere.ts)', '[x](docs/product.md#nowhere)', 'see 0009-why.md', 'decision 12'];
  const controls: [string, string][] = [
    ...comments.map((comment): [string, string] => ['src/b.ts', inComment(comment)]),
    ...comments.map((comment): [string, string] => ['src/b.css', ` * ${comment}`]),
    ...documents.map((text): [string, string] => ['CONTRIBUTING.md', text]),
    ['docs/product.md', '## P1 One\n\n- **P1.1** Text.\n- **P1.1** Again.\n'],
    ['docs/product.md', '## P1 One\n\n- **P1.1** Text, see P7.\n'],
  ];
  const faultsWith = (path: string, text: string) => faultsOf(new Map([...good, [path, text]])).length;
  return [
    ...faultsOf(good).map((fault) => `The check is broken, it finds in a good project: ${fault}`),
    ...controls
      .filter(([path, text]) => faultsWith(path, text) !== 1)
      .map(([path, text]) => `The check is broken, it must find one fault in ${path}: ${text}`),
  ];
}

const inComment = (text: string) => `/** ${text}. */`;

process.exitCode = main();
