import type { Env, Token } from 'markdown-it';
import type { Node } from 'prosemirror-model';
import { applyConventions, articleParser } from '../../../../shared/articles/article-markdown.ts';
import { nodesOf } from './from-tokens.ts';
import { nodes, schema } from './schema.ts';
import { tidy } from './tidy.ts';
import { type Care, destination, markdownOf, titled } from './to-markdown.ts';
import { tokensOf } from './to-tokens.ts';

const parser = articleParser();

/** A block of the text and its source, without the line end after it. */
interface SourceBlock {
  node: Node;
  source: string;
}

/** A text as a document; `gaps` are the blank lines before, between and after the blocks. */
export interface OpenedText {
  doc: Node;
  blocks: SourceBlock[];
  gaps: string[];
  lineEnd: string;
  references: Env;
  /** The node of each block by its lines. */
  nodesOfLines: Map<string, Node>;
}

/**
 * Every character of the text is in the source of a block or in a gap. `before`: the text as it was opened; blocks of the same lines
 * get the same nodes again, as making them takes longer than parsing.
 */
export function openText(text: string, references: Env = {}, before?: OpenedText): OpenedText {
  const lines = text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
  const known: Env = copied(references);
  const blocks: SourceBlock[] = [];
  const gaps = [''];
  let at = 0;

  function addGap(until: number): void {
    for (; at < until; at++) gaps[gaps.length - 1] += lines[at] ?? '';
  }

  function add(until: number, nodeOf: (source: string) => Node): void {
    const written = lines.slice(at, until).join('');
    const source = written.replace(/(?:\r\n|\r|\n)$/, '');
    at = until;
    blocks.push({ source, node: nodeOf(source) });
    gaps.push(written.slice(source.length));
  }

  /** Between blocks are blank lines and definitions of links, which have no tokens. */
  function addBetween(until: number): void {
    let [first, last] = [at, until];
    while (first < until && isBlank(lines[first])) first++;
    while (last > first && isBlank(lines[last - 1])) last--;
    addGap(first);
    if (last > first) add(last, sourceNode);
    addGap(until);
  }

  const groups = groupsOf(parser.parse(text, known));
  const nodesOfLines = new Map<string, Node>();
  const made = before && isSameReferences(before.references, known) ? before.nodesOfLines : undefined;
  for (const group of groups) {
    const [start, end] = group[0]?.map ?? [at, at];
    addBetween(start);
    let last = end;
    while (last > start + 1 && isBlank(lines[last - 1])) last--;
    const whole = lines.slice(start, end).join('');
    add(last, (source) => {
      const node =
        made?.get(whole) ??
        exactNode(group, known) ??
        exactSource(group, [source, `${source}\n`, whole], known);
      nodesOfLines.set(whole, node);
      return node;
    });
  }
  addBetween(lines.length);
  const content = blocks.map(({ node }) => node);
  return {
    doc: nodes.doc.create(null, content.length > 0 ? content : [nodes.paragraph.create()]),
    blocks,
    gaps,
    lineEnd: text.includes('\r\n') && !/[^\r]\n/.test(text) ? '\r\n' : '\n',
    references: known,
    nodesOfLines,
  };
}

const isSameReferences = ({ references: one = {} }: Env, { references: other = {} }: Env): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(
    ([label, { href, title }]) => other[label]?.href === href && other[label].title === title,
  );

const isBlank = (line = '') => /^[ \t\r\n]*$/.test(line);

function sourceNode(source: string): Node {
  const text = source.replace(/\r\n?/g, '\n');
  return nodes.source.create(null, text ? schema.text(text) : null);
}

/** The tokens of each block at the top. */
function groupsOf(tokens: Token[]): Token[][] {
  const groups: Token[][] = [];
  let group: Token[] = [];
  for (const token of tokens) {
    group.push(token);
    if (token.level > 0 || token.nesting === 1) continue;
    groups.push(group);
    group = [];
  }
  return groups;
}

/** The first source that is read as the block: the last line end, or blank lines after it, may be part of code that never ends. */
function exactSource(group: Token[], sources: string[], references: Env): Node {
  const html = rendered(group, references);
  const exact = sources.find(
    (source) => rendered(parser.parse(source, copied(references)), references) === html,
  );
  return sourceNode(exact ?? sources[0] ?? '');
}

const rendered = (tokens: Token[], references: Env) =>
  parser.renderer.render(tokens, parser.options, references);

/** Parsing adds to what it is given. */
const copied = ({ references }: Env): Env => ({ references: { ...references } });

/** The node of a block, unless it would publish other HTML than its source. */
function exactNode(group: Token[], references: Env): Node | undefined {
  const [node, ...more] = nodesOf(group);
  if (!node || more.length > 0) return undefined;
  try {
    node.check();
    return rendered(
      tokensOf([node], () => []),
      references,
    ) === rendered(group, references)
      ? node
      : undefined;
  } catch {
    return undefined;
  }
}

/** The HTML that a document is published with, before the sanitiser: no text is needed for it but that of `source` nodes. */
export function htmlOf(doc: Node, references: Env): string {
  const tokens = tokensOf(doc.children, (source) => parser.parse(source, copied(references)));
  applyConventions(tokens);
  return rendered(tokens, references);
}

interface SavedText {
  text: string;
  /** False when the text would not be read as the document: the author must look at the source. */
  isExact: boolean;
}

/**
 * Returns the Markdown of an edited document. Untouched blocks keep their source byte for byte. Rewritten blocks are
 * parsed again as a check: if the result differs from the document, the whole text is rewritten.
 */
export function saveText(opened: OpenedText, doc: Node): SavedText {
  const untouched = untouchedBlocks(opened.blocks, doc.children);
  if (untouched.every((index, at) => index === at) && untouched.length === opened.blocks.length) {
    return {
      text: assemble(
        opened,
        untouched,
        opened.blocks.map(({ source }) => source),
      ),
      isExact: true,
    };
  }
  const attempts = [
    () => written(opened, doc.children, untouched, true),
    () => written(opened, doc.children, untouched, false),
    () => withDefinitions(written(opened, doc.children, untouched, false), opened, 'after'),
    // The text may end in code that never ends.
    () => withDefinitions(written(opened, doc.children, untouched, false), opened, 'before'),
    () => written(opened, doc.children, [], false),
  ];
  let text = '';
  for (const attempt of attempts) {
    text = attempt();
    if (isReadAs(text, opened, doc.children, untouched)) return { text, isExact: true };
  }
  return { text, isExact: false };
}

/** Adds the definitions of links that were in blocks which are gone, for the links that others have to them. */
function withDefinitions(text: string, opened: OpenedText, where: 'before' | 'after'): string {
  const { references, lineEnd } = opened;
  const { references: left = {} } = openText(text).references;
  const missing = Object.entries(references.references ?? {}).filter(([label]) => !left[label]);
  const lines = missing.map(([label, { href, title }]) => `[${label}]: ${destination(href)}${titled(title)}`);
  if (lines.length === 0) return text;
  if (where === 'before') return [...lines, '', text].join(lineEnd);
  return [withoutLineEnds(text), '', ...lines, ''].join(lineEnd);
}

function withoutLineEnds(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n' || text[end - 1] === '\r') end--;
  return text.slice(0, end);
}

/** For each block of the document the index of the block in the text that it still is. */
function untouchedBlocks(before: readonly SourceBlock[], now: readonly Node[]): (number | undefined)[] {
  const same = (index: number, node: Node | undefined) => {
    const block = before[index]?.node;
    return block !== undefined && node !== undefined && (block === node || block.eq(node));
  };
  const found = new Array<number | undefined>(now.length).fill(undefined);
  let start = 0;
  while (start < now.length && same(start, now[start])) {
    found[start] = start;
    start++;
  }
  let [end, endBefore] = [now.length, before.length];
  while (end > start && endBefore > start && same(endBefore - 1, now[end - 1])) found[--end] = --endBefore;
  const places = new Map(before.slice(start, endBefore).map(({ node }, index) => [node, start + index]));
  let next = start;
  for (let at = start; at < end; at++) {
    const node = now[at];
    let index = node && places.get(node);
    if (index === undefined && same(next, node)) index = next;
    if (index === undefined || !node) continue;
    places.delete(before[index]?.node ?? node);
    found[at] = index;
    next = index + 1;
  }
  return found;
}

function written(
  opened: OpenedText,
  content: readonly Node[],
  untouched: (number | undefined)[],
  keepsGap: boolean,
): string {
  const { blocks, references, lineEnd } = opened;
  const sources = untouched.map((index) => (index === undefined ? undefined : blocks[index]?.source));
  const texts: (string | undefined)[] = [];
  const places: (number | undefined)[] = [];
  content.forEach((node, at) => {
    const source = sources[at];
    const before = texts.at(-1) ?? '';
    const follows = at > 0 && untouched[at] !== undefined && untouched[at - 1] === Number(untouched[at]) - 1;
    if (source !== undefined && (at === 0 || follows || !runsInto(content[at - 1], before, node, source))) {
      texts.push(source);
      places.push(untouched[at]);
      return;
    }
    const [block] = tidy([node], parser);
    if (!block) return;
    const text = carefully(block, references, [before, sources[at + 1] ?? '']);
    texts.push(lineEnd === '\n' ? text : text.replaceAll('\n', lineEnd));
    // It replaces the block that was between the same neighbors.
    const place =
      untouched[at - 1] === undefined ? (at === 0 ? 0 : undefined) : Number(untouched[at - 1]) + 1;
    const isInPlace =
      place !== undefined &&
      (untouched[at + 1] === place + 1 || (at === content.length - 1 && place === blocks.length - 1));
    places.push(keepsGap && isInPlace ? place : undefined);
  });
  return assemble(opened, places, texts.map(String));
}

const isList = (node: Node | undefined) =>
  node?.type === nodes.bullet_list || node?.type === nodes.ordered_list;

/** True if a block that keeps its source would become a part of one that was not before it. */
function runsInto(beforeNode: Node | undefined, before: string, node: Node, source: string): boolean {
  if (!isList(beforeNode)) return false;
  if (node.type === nodes.code_block) return /^(?: {4}|\t)/.test(source);
  const marker = (text: string) => text.replace(/^\s*\d*/, '')[0];
  return beforeNode?.type === node.type && marker(before) === marker(source);
}

function carefully(node: Node, references: Env, neighbors: string[]): string {
  const cares: Care[] = ['plain', 'underscores', 'entities'];
  for (const care of cares) {
    const text = markdownOf(node, care, neighbors);
    const read = tidy(openText(text, references).doc.children, parser);
    if (read.length === 1 && read[0]?.eq(node)) return text;
  }
  return markdownOf(node, 'plain', neighbors);
}

function assemble({ gaps, lineEnd }: OpenedText, places: (number | undefined)[], texts: string[]): string {
  if (texts.length === 0) return '';
  const parts = [gaps[0] ?? ''];
  texts.forEach((text, at) => {
    const place = places[at];
    const gap = place !== undefined && place === Number(places[at - 1]) + 1 ? gaps[place] : undefined;
    if (at > 0) parts.push(gap ?? lineEnd + lineEnd);
    parts.push(text);
  });
  return parts.join('') + (gaps.length > 1 ? gaps.at(-1) : '');
}

/** True if a text is read as these blocks, apart from what Markdown cannot hold and no reader sees. */
function isReadAs(
  text: string,
  before: OpenedText,
  content: readonly Node[],
  untouched: (number | undefined)[],
): boolean {
  const opened = openText(text, {}, before);
  const isRedefined = hasOtherTargets(before.references, opened.references);
  const expected = content.flatMap((node, at) => {
    const source = isRedefined ? before.blocks[untouched[at] ?? -1]?.source : undefined;
    return expanded(source === undefined ? node : sourceNode(source), opened.references).flatMap(tidied);
  });
  const read = opened.doc.children.flatMap((node) => expanded(node, opened.references)).flatMap(tidied);
  return read.length === expected.length && read.every((node, index) => expected[index]?.eq(node));
}

const tidiedBlocks = new WeakMap<Node, Node[]>();

function tidied(node: Node): Node[] {
  const known = tidiedBlocks.get(node);
  if (known) return known;
  const made = tidy([node], parser);
  tidiedBlocks.set(node, made);
  return made;
}

/** True if the author gave links another target in a definition, and left none without one. */
function hasOtherTargets({ references: before = {} }: Env, { references: now = {} }: Env): boolean {
  const labels = Object.keys(before);
  return (
    labels.every((label) => now[label]) && labels.some((label) => now[label]?.href !== before[label]?.href)
  );
}

/** Definitions of links count by what they do: without them a link is another one. */
function expanded(node: Node, references: Env): Node[] {
  if (node.type !== nodes.source) return [node];
  const { doc, references: known } = openText(node.textContent, references);
  return doc.children.filter(
    (child) => child.type !== nodes.source || parser.parse(child.textContent, copied(known)).length > 0,
  );
}

/** Undefined for a document that the serializer does not know. */
export function savedOrNone(opened: OpenedText, doc: Node): ReturnType<typeof saveText> | undefined {
  try {
    return saveText(opened, doc);
  } catch {
    return undefined;
  }
}
