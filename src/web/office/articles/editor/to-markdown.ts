import { MarkdownSerializer } from 'prosemirror-markdown';
import type { Mark, Node } from 'prosemirror-model';
import { nestedMarks } from './nested-marks.ts';
import { isCode, marks, nodes } from './schema.ts';
import { needsBlank } from './tidy.ts';

/** How carefully marks are written: most words need no care, but words that run into each other do. */
export type Care = 'plain' | 'underscores' | 'entities';

/**
 * Writes a tidied block as Markdown. `neighbors` is the Markdown of the blocks next to it; a list takes other markers
 * than theirs.
 */
export function markdownOf(block: Node, care: Care, neighbors: string[] = []): string {
  const inline = inlineWriter(care);

  function write(node: Node, beside: string[], isNested: boolean): string {
    switch (node.type) {
      case nodes.paragraph:
        return inline(node);
      case nodes.heading:
        return heading(node);
      case nodes.blockquote:
        return prefixed(content(node, false), '> ', '> ');
      case nodes.bullet_list: {
        const bullet = ['-', '*', '+'].find((each) => !beside.some((text) => text.startsWith(each)));
        return list(node, () => `${bullet ?? '-'} `);
      }
      case nodes.ordered_list: {
        const end = beside.some((text) => /^\d+\./.test(text)) ? ')' : '.';
        return list(node, (index) => `${node.attrs.order + index}${end} `);
      }
      case nodes.code_block:
        return fence(node);
      case nodes.horizontal_rule:
        return isNested ? '___' : '---';
      case nodes.table:
        return table(node);
      default:
        return node.textContent;
    }
  }

  function heading(node: Node): string {
    const text = inline(node);
    if (text.includes('\n')) return `${text}\n${node.attrs.level === 1 ? '===' : '---'}`;
    // Trailing # would be taken for the closing sequence.
    return `${'#'.repeat(node.attrs.level)} ${text.replace(/#$/, '\\#')}`.trimEnd();
  }

  /** `marker`: of the item that this is the content of; `- - -` would be a rule. */
  function content(node: Node, isTight: boolean, marker = ''): string {
    const parts: string[] = [];
    let last = marker;
    node.children.forEach((child, index) => {
      const isClose = isTight && !needsBlank(node.maybeChild(index - 1) ?? undefined, child);
      last = write(child, [last], true);
      if (index > 0) parts.push(isClose ? '\n' : '\n\n');
      parts.push(last);
    });
    return parts.join('');
  }

  function list(node: Node, markerOf: (index: number) => string): string {
    const items = node.children.map((item, index) => {
      const marker = markerOf(index);
      return prefixed(content(item, node.attrs.tight, marker), marker, ' '.repeat(marker.length)).trimEnd();
    });
    return items.join(node.attrs.tight ? '\n' : '\n\n');
  }

  function table(node: Node): string {
    const rows = node.children.map((row) => row.children.map((cell) => inline(cell).replaceAll('|', '\\|')));
    const sides = (node.firstChild?.children ?? []).map(({ attrs }) => {
      const side: unknown = attrs.align;
      return `${side === 'left' || side === 'center' ? ':' : '-'}-${side === 'right' || side === 'center' ? ':' : '-'}`;
    });
    return [rows[0] ?? [], sides, ...rows.slice(1)].map((row) => `| ${row.join(' | ')} |`).join('\n');
  }

  return write(block, neighbors, false);
}

function prefixed(text: string, first: string, rest: string): string {
  return text
    .split('\n')
    .map((line, index) => {
      const prefix = index === 0 ? first : rest;
      return line === '' ? prefix.trimEnd() : prefix + line;
    })
    .join('\n');
}

function fence({ textContent, attrs }: Node): string {
  const character = attrs.params.includes('`') ? '~' : '`';
  const longest = longestRun(textContent, character);
  const line = character.repeat(Math.max(3, longest + 1));
  return `${line}${attrs.params}\n${textContent && `${textContent}\n`}${line}`;
}

function longestRun(text: string, character: string): number {
  let longest = 0;
  let run = 0;
  for (const each of text) {
    run = each === character ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** The words of one text block: prosemirror-markdown nests the marks. */
function inlineWriter(care: Care): (parent: Node) => string {
  let isLineStart = true;
  const writer = new MarkdownSerializer(
    {
      paragraph: (state, node) => state.renderInline(node),
      text(state, node, parent, index) {
        const link = marks.link.isInSet(node.marks);
        if (link && isPlainAddress(link, parent, index)) {
          state.text(node.text ?? '', false);
          isLineStart = false;
          return;
        }
        if (node.marks.some(({ type }) => type === marks.soft_break)) {
          state.text('\n', false);
          isLineStart = true;
          return;
        }
        const text =
          care === 'entities'
            ? withEntities(node, parent, index, isLineStart)
            : escaped(node.text ?? '', isLineStart);
        state.text(text, false);
        isLineStart = false;
      },
      hard_break(state) {
        state.text('\\\n', false);
        isLineStart = true;
      },
      image(state, { attrs }) {
        state.write(`![${label(attrs.alt)}](${destination(attrs.src)}${titled(attrs.title)})`);
        isLineStart = false;
      },
    },
    {
      em: { open: care === 'plain' ? '*' : '_', close: care === 'plain' ? '*' : '_', mixable: true },
      strong: { open: '**', close: '**', mixable: true },
      strike: { open: '~~', close: '~~', mixable: true },
      link: {
        open: (_, mark, parent, index) => (isPlainAddress(mark, parent, index) ? '<' : '['),
        close: (_, mark, parent, index) =>
          isPlainAddress(mark, parent, index - 1)
            ? '>'
            : `](${destination(mark.attrs.href)}${titled(mark.attrs.title)})`,
      },
      code: {
        open: (_, _mark, parent, index) => ticks(parent.child(index), 'open'),
        close: (_, _mark, parent, index) => ticks(parent.child(index - 1), 'close'),
        escape: false,
      },
      soft_break: { open: '', close: '' },
    },
  );
  return (parent) => {
    isLineStart = true;
    const nested = nestedMarks(parent.children);
    const content = parent.children.map((node, index) => {
      const innermost = node.marks.filter(({ type }) => type === marks.code || type === marks.soft_break);
      return node.mark([...(nested[index] ?? []), ...innermost]);
    });
    return writer.serialize(nodes.doc.create(null, [nodes.paragraph.create(null, content)]));
  };
}

const label = (text: string) => escaped(text, false).replaceAll('\n', '&#10;');

/** Escapes a text so that it is read as it stands. */
function escaped(text: string, isLineStart: boolean): string {
  const safe = text
    .replace(/[\\`*[\]]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/~(?=~|$)|(?<=~|^)~/g, '\\~')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/&(?=#|[a-z\d]{1,40};)/gi, '\\&')
    // A written-out address would become a link.
    .replace(/\/\/(?=\S)/g, '/\\/')
    .replace(/(mailto):/gi, '$1\\:');
  if (!isLineStart) return safe;
  return safe
    .replace(/^(?:[-+|:](?=[\s\-:|]|$)|=(?=[=\s]|$)|>|#(?=[#\s]|$))/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}

/**
 * Writes the characters next to a mark as entities: their signs are punctuation, and between punctuation any mark opens
 * and closes.
 */
function withEntities(node: Node, parent: Node, index: number, isLineStart: boolean): string {
  const text = node.text ?? '';
  const first = Array.from(text)[0] ?? '';
  const last = Array.from(text).at(-1) ?? '';
  const isMarked = (other: Node | null | undefined) => other && !sameMarks(other, node);
  const isEncoded = (beside: Node | null, character: string) => isMarked(beside) && /\S/.test(character);
  const begin = isEncoded(parent.maybeChild(index - 1), first) ? first : '';
  const rest = text.slice(begin.length);
  const end = rest && isEncoded(parent.maybeChild(index + 1), last) ? last : '';
  return (
    entity(begin) + escaped(rest.slice(0, rest.length - end.length), isLineStart && !begin) + entity(end)
  );
}

const entity = (character: string) => character && `&#${character.codePointAt(0)};`;

const sameMarks = (a: Node, b: Node) =>
  a.marks.length === b.marks.length && a.marks.every((mark) => mark.isInSet(b.marks));

function ticks(node: Node, side: 'open' | 'close'): string {
  const text = node.text ?? '';
  const run = '`'.repeat(longestRun(text, '`') + 1);
  const isPadded = /^`|`$/.test(text) || (text.startsWith(' ') && text.endsWith(' ') && text.trim() !== '');
  if (!isPadded) return run;
  return side === 'open' ? `${run} ` : ` ${run}`;
}

function isPlainAddress(link: Mark, parent: Node, index: number): boolean {
  const { href, title: words } = link.attrs;
  const node = parent.maybeChild(index);
  if (words || !/^(?:https?|mailto):[^\s<>]+$/.test(href) || node?.text !== href || isCode(node?.marks ?? []))
    return false;
  const isLinked = (other: Node | null | undefined) => Boolean(other && link.isInSet(other.marks));
  return (
    node?.marks.length === 1 &&
    !isLinked(parent.maybeChild(index - 1)) &&
    !isLinked(parent.maybeChild(index + 1))
  );
}

export const destination = (address: string) =>
  address === '' || /[\s<>]/.test(address)
    ? `<${address.replace(/[<>\\]/g, '\\$&')}>`
    : address.replace(/[()\\]/g, '\\$&').replace(/&(?=#|[a-z\d]{1,40};)/gi, '\\&');

export const titled = (words = '') =>
  words &&
  ` "${words
    .replace(/["\\]/g, '\\$&')
    .replace(/&(?=#|[a-z\d]{1,40};)/gi, '\\&')
    .replaceAll('\n', '&#10;')}"`;
