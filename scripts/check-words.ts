import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';

/**
 * `npm run check`: fails for words that an American reader stumbles over in what people read: screens, emails,
 * messages and documents. In code it reads strings and the text of elements. It reads names and comments for British
 * spellings, since one thing must not have two names, and comments for beginnings that leave out their subject.
 */

interface Passage {
  readonly line: number;
  readonly text: string;
}

const code = new Set(['.ts', '.tsx', '.mjs']);
const documents = new Set(['.md', '.example']);
/** Their summaries wake someone. */
const alerts = /^docs\/monitoring\/alerts(?:\.test)?\.yaml$/;

/** Words to look for, and what to write instead. */
const stumbling: readonly (readonly [RegExp, string])[] = [
  [/\blicen[c]e[sd]?\b/gi, 'license'],
  [/\borganis\w+/gi, 'organiz…'],
  [/\bcolour\w*/gi, 'color'],
  [/\bcancell(?:ed|ing)\b/gi, 'canceled'],
  [/\benrol(?:ment|s)?\b/gi, 'enrollment'],
  [/\bfavourit\w*|\bfavour\w*/gi, 'favor…'],
  [/\bbehaviour\w*/gi, 'behavior'],
  [/\bcentre\w*/gi, 'center'],
  [/\be-mail\w*/gi, 'email'],
  [/\bmails\b/gi, 'emails'],
  [/\b(?:some|no|every|any)body\b/gi, 'someone, no one, everyone, anyone'],
  [/\bwhoever\b/gi, 'anyone who'],
  [/\bin the works\b/gi, 'processing'],
  [/\bcould not be loaded\b(?!.*\b(?:again|retry|reload)\b)/gi, "We couldn't load …, and what to do"],
];

/** Looked for in names and comments, too. */
const british =
  /\w*(?:colour|favour|honour|neighbour|behaviour|licence|enrol(?!l|\()|judgement|labelled(?!by)|cancelled|(?:organ|normal|recogn|author|serial|capital|summar|initial)is(?:[eai]))\w*/gi;
/** Names in the API, a web address and a setting keep their British spelling, as changing them would break clients. */
const britishExempt = [/mustEnrol\b/, /'\/dashboard\/admin\/licences'/, /BROKERAGE_LICENCE/];

/** A comment that begins so leaves its reader to guess the subject. */
const riddle = /^\s*(?:\/\/|\/\*\*?|\*|\{\/\*)\s*(Of|What|Who|Said|The same)\b/;

/** Strings that hold such a word and must: each says why. */
const exempt: readonly { readonly file: RegExp; readonly text: RegExp; readonly why: string }[] = [
  { file: /lead-rows\.ts$/, text: /^mails\.state as/, why: 'a column in a query' },
  {
    file: /postgres-server\.mjs$/,
    text: /no user "postgres" or "nobody"/,
    why: 'the name of a user of Unix',
  },
];

function main(): number {
  process.chdir(join(import.meta.dirname, '..'));
  const missed = missedControls();
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => isRead(path));
  const faults = [...missed, ...files.flatMap((path) => faultsOf(path, readFileSync(path, 'utf8')))];
  for (const fault of faults) console.error(fault);
  if (faults.length === 0) console.log(`Words: ${files.length} files, no fault`);
  return faults.length === 0 ? 0 : 1;
}

const isRead = (path: string) =>
  documents.has(extname(path)) ||
  alerts.test(path) ||
  (code.has(extname(path)) &&
    /^(?:src|scripts|test|e2e|bench|faults|migrations)\//.test(path) &&
    !/^scripts\/check-words/.test(path));

/** Tests and tools are read only by developers. */
const isShown = (path: string) =>
  !code.has(extname(path)) || (/^(?:src|scripts)\//.test(path) && !path.endsWith('.test.ts'));

function faultsOf(path: string, source: string): string[] {
  const passages = isShown(path) ? passagesOf(path, source) : [];
  const inSource = code.has(extname(path))
    ? [...spellings(path, source), ...packed(path, source), ...riddles(path, source)]
    : [];
  return [...inSource, ...shown(path, passages)];
}

/** Spreads of a literal, which only put several properties on one line. */
function packed(path: string, source: string): string[] {
  const faults: string[] = [];
  const add = (node: { start: number }) =>
    faults.push(`${path}:${lineOf(source, node.start)}: a spread literal: write its properties out`);
  const isLiteral = (node: ESTree.Expression): boolean =>
    node.type === 'ObjectExpression' || (node.type === 'TSAsExpression' && isLiteral(node.expression));
  new Visitor({
    SpreadElement(node) {
      if (isLiteral(node.argument)) add(node);
    },
    JSXSpreadAttribute(node) {
      if (isLiteral(node.argument)) add(node);
    },
  }).visit(parseSync(path, source).program);
  return faults;
}

const lineOf = (source: string, start: number) => source.slice(0, start).split('\n').length;

const spellings = (path: string, source: string): string[] =>
  source
    .split('\n')
    .flatMap((line, index) =>
      britishExempt.some((each) => each.test(line))
        ? []
        : [...line.matchAll(british)].map(
            ([word]) => `${path}:${index + 1}: "${word}": spell as Americans do`,
          ),
    );

const riddles = (path: string, source: string): string[] =>
  source.split('\n').flatMap((line, index) => {
    const begin = riddle.exec(line)?.[1];
    return begin === undefined
      ? []
      : [`${path}:${index + 1}: a comment begins with "${begin}": name the thing`];
  });

function shown(path: string, passages: Passage[]): string[] {
  return passages.flatMap(({ line, text }) =>
    stumbling.flatMap(([word, better]) =>
      isExempt(path, text)
        ? []
        : [...text.matchAll(word)].map(([found]) => `${path}:${line}: "${found}": write ${better}`),
    ),
  );
}

function passagesOf(path: string, source: string): Passage[] {
  if (code.has(extname(path))) return inCode(path, source);
  return alerts.test(path) ? inAlerts(source) : inDocument(source);
}

/** The text of a summary or description on the same line. */
const inAlerts = (source: string): Passage[] =>
  source.split('\n').flatMap((line, index) => {
    const [, text] = /^\s*(?:summary|description): (.+)$/.exec(line) ?? [];
    return text === undefined ? [] : [{ line: index + 1, text }];
  });

const isExempt = (path: string, text: string) =>
  exempt.some((each) => each.file.test(path) && each.text.test(text));

/** Strings of more than one word and the text of elements. A single word is a name: of a field, an event, a file. */
function inCode(path: string, source: string): Passage[] {
  const { program } = parseSync(path, source);
  const passages: Passage[] = [];
  const add = (start: number, text: string, isProse: boolean) => {
    const words = text.replace(/\s+/g, ' ').trim();
    if (isProse || words.includes(' ')) passages.push({ line: lineOf(source, start), text: words });
  };
  new Visitor({
    // biome-ignore-start lint/correctness/noComponentHookFactories: kinds of nodes, not components
    Literal(node) {
      if (typeof node.value === 'string') add(node.start, node.value, false);
    },
    TemplateElement(node) {
      add(node.start, node.value.cooked ?? node.value.raw, false);
    },
    JSXText(node) {
      add(node.start, node.value, true);
    },
    Property({ key, value }) {
      const isRead = key.type === 'Identifier' && proseProperties.has(key.name);
      // Text of several words is read as any other string.
      if (isRead && value.type === 'Literal' && typeof value.value === 'string' && !value.value.includes(' '))
        add(value.start, value.value, true);
    },
    JSXAttribute({ name, value, start }) {
      const isRead = name.type === 'JSXIdentifier' && prose.has(name.name);
      if (isRead && value?.type === 'Literal' && typeof value.value === 'string')
        add(start, value.value, true);
    },
    // biome-ignore-end lint/correctness/noComponentHookFactories: kinds of nodes, not components
  }).visit(program);
  return passages;
}

/** Attributes whose single word is read, too. */
const prose = new Set(['label', 'title', 'hint', 'heading', 'placeholder', 'aria-label', 'alt']);

/** Properties of objects likewise. */
const proseProperties = new Set(['label', 'title', 'hint', 'description']);

/** Text in backticks or fences is a name or a command, and so is a link's target. */
function inDocument(source: string): Passage[] {
  return source
    .replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ''))
    .split('\n')
    .map((line, index, lines) => ({
      line: index + 1,
      text: line
        .replace(/`[^`]*`/g, '')
        .replace(/\]\([^)]*\)/g, ']')
        .replace(isCode(lines, index) ? /.*/ : /^$/, ''),
    }));
}

/** Four spaces after an empty line, or after other such lines. In a list they go on with an entry. */
function isCode(lines: string[], index: number): boolean {
  let first = index;
  while (first > 0 && /^ {4}/.test(lines[first] ?? '')) first--;
  return first < index && (lines[first] ?? '').trim() === '';
}

/** Self-test: each of these must give exactly one fault, and the good ones none. */
function missedControls(): string[] {
  const bad: [string, string][] = [
    ['src/a.tsx', 'export const A = () => <p>Nobody waits</p>;'],
    ['src/a.tsx', 'export const A = () => <Field label="Anybody" />;'],
    ['src/a.ts', "export const a = 'An e-mail is sent';"],
    ['src/a.ts', "export const a = { label: 'Whoever' };"],
    ['src/a.ts', 'export const a = `Two mails are waiting`;'],
    ['src/a.ts', "export const a = 'The list could not be loaded.';"],
    ['README.md', 'The enrolment was easy.\n'],
    ['src/a.ts', 'export const licenceNumber = 1;'],
    ['test/a.ts', '/** The colour of a picture. */'],
    ['docs/monitoring/alerts.yaml', '  summary: "3 mails were given up."\n'],
    ['src/a.ts', 'export const a = { ...{ b, c }, d };'],
    ['src/a.tsx', 'export const A = () => <B {...{ c, d }} />;'],
    ['README.md', '1. An entry\n    that nobody reads.\n'],
    ['src/server/a.ts', '/** Of the file, in bytes. */'],
    ['e2e/a.ts', '/**\n * What is sent.\n */'],
    ['src/web/a.tsx', 'export const A = () => (\n  <p>\n    {/* Who is asked. */}\n  </p>\n);'],
  ];
  const good: [string, string][] = [
    ['src/a.tsx', "export const A = () => <p>No one waits. We'll email you.</p>;"],
    ['src/a.ts', "export const a = 'mails'; // Nobody reads this on a screen."],
    ['src/a.ts', "export const a = 'The list could not be loaded. Try again.';"],
    ['src/server/a.ts', '/** Office hours. Whatever is sent. */ // Whose'],
    ['README.md', 'See `mails` and [here](docs/licence.md).\n'],
  ];
  return [
    ...good
      .flatMap(([path, text]) => faultsOf(path, text))
      .map((fault) => `The check is broken, it finds: ${fault}`),
    ...bad
      .filter(([path, text]) => faultsOf(path, text).length !== 1)
      .map(([path, text]) => `The check is broken, it must find one fault in ${path}: ${text}`),
  ];
}

process.exitCode = main();
