import MarkdownIt, { type Token as TokenType } from 'markdown-it';
import type { Mark, MarkType, Node } from 'prosemirror-model';
import { nestedMarks } from './nested-marks.ts';
import { marks, nodes } from './schema.ts';

const { Token } = MarkdownIt;

/** Tokens of blocks, as the parser makes them of their Markdown; `source` nodes are left to `parse`. */
export function tokensOf(blocks: readonly Node[], parse: (source: string) => TokenType[]): TokenType[] {
  const tokens: TokenType[] = [];

  function push(type: string, tag: string, nesting: -1 | 0 | 1): TokenType {
    const token = new Token(type, tag, nesting);
    token.block = true;
    tokens.push(token);
    return token;
  }

  function wrap(name: string, tag: string, inside: () => void): TokenType {
    const open = push(`${name}_open`, tag, 1);
    inside();
    push(`${name}_close`, tag, -1);
    return open;
  }

  function inline(node: Node): void {
    push('inline', '', 0).children = inlineTokens(node);
  }

  function paragraph(node: Node, hidden: boolean): void {
    if (node.childCount === 0) return;
    wrap('paragraph', 'p', () => inline(node)).hidden = hidden;
    if (hidden) for (const token of tokens.slice(-3)) if (token.tag === 'p') token.hidden = true;
  }

  function children(node: Node, isTight = false): void {
    for (const child of node.children) {
      if (child.type === nodes.paragraph) paragraph(child, isTight);
      else block(child);
    }
  }

  function list(node: Node): void {
    const isOrdered = node.type === nodes.ordered_list;
    const open = wrap(isOrdered ? 'ordered_list' : 'bullet_list', isOrdered ? 'ol' : 'ul', () => {
      for (const item of node.children) wrap('list_item', 'li', () => children(item, node.attrs.tight));
    });
    if (isOrdered && node.attrs.order !== 1) open.attrs = [['start', String(node.attrs.order)]];
  }

  function row(node: Node): void {
    wrap('tr', 'tr', () =>
      node.forEach((cell) => {
        const tag = cell.type === nodes.table_header ? 'th' : 'td';
        const open = wrap(tag, tag, () => inline(cell));
        if (cell.attrs.align) open.attrs = [['style', `text-align:${cell.attrs.align}`]];
      }),
    );
  }

  function table(node: Node): void {
    const [head, ...body] = node.children;
    wrap('table', 'table', () => {
      if (head) wrap('thead', 'thead', () => row(head));
      if (body.length > 0) wrap('tbody', 'tbody', () => body.forEach(row));
    });
  }

  function block(node: Node): void {
    const { type, textContent, attrs } = node;
    if (type === nodes.paragraph) paragraph(node, false);
    else if (type === nodes.heading) wrap('heading', `h${attrs.level}`, () => inline(node));
    else if (type === nodes.blockquote) wrap('blockquote', 'blockquote', () => children(node));
    else if (type === nodes.code_block) {
      const token = push('fence', 'code', 0);
      token.info = attrs.params;
      token.content = textContent && `${textContent}\n`;
    } else if (type === nodes.horizontal_rule) push('hr', 'hr', 0);
    else if (type === nodes.table) table(node);
    else if (type === nodes.source) tokens.push(...parse(textContent));
    else list(node);
  }

  blocks.forEach(block);
  return tokens;
}

const tags = new Map<MarkType, [name: string, tag: string]>([
  [marks.link, ['link', 'a']],
  [marks.em, ['em', 'em']],
  [marks.strong, ['strong', 'strong']],
  [marks.strike, ['s', 's']],
]);

function inlineTokens(parent: Node): TokenType[] {
  const tokens: TokenType[] = [];
  const open: Mark[] = [];

  function push(type: string, tag: string, nesting: -1 | 0 | 1, content = ''): TokenType {
    const token = new Token(type, tag, nesting);
    token.content = content;
    tokens.push(token);
    return token;
  }

  function close(until: number): void {
    while (open.length > until) {
      const mark = open.pop();
      const [name, tag] = (mark && tags.get(mark.type)) ?? ['', ''];
      push(`${name}_close`, tag, -1);
    }
  }

  const nested = nestedMarks(parent.children);
  parent.children.forEach((node, index) => {
    const wanted = nested[index] ?? [];
    const same = wanted.findIndex((mark, at) => !open[at]?.eq(mark));
    close(same < 0 ? wanted.length : same);
    for (const mark of wanted.slice(open.length)) {
      const [name, tag] = tags.get(mark.type) ?? ['', ''];
      const token = push(`${name}_open`, tag, 1);
      const { href, title } = mark.attrs;
      if (mark.type === marks.link) token.attrs = [['href', href], ...titled(title)];
      open.push(mark);
    }
    leaf(node, push);
  });
  close(0);
  return tokens;
}

type Push = (type: string, tag: string, nesting: -1 | 0 | 1, content?: string) => TokenType;

function leaf(node: Node, push: Push): void {
  const { type, attrs, text = '' } = node;
  if (type === nodes.hard_break) push('hardbreak', 'br', 0);
  else if (type === nodes.image) {
    const token = push('image', 'img', 0, attrs.alt);
    token.attrs = [['src', attrs.src], ['alt', ''], ...titled(attrs.title)];
    const words = new Token('text', '', 0);
    words.content = attrs.alt;
    token.children = [words];
  } else if (node.marks.some((mark) => mark.type === marks.code)) push('code_inline', 'code', 0, text);
  else if (node.marks.some((mark) => mark.type === marks.soft_break)) push('softbreak', 'br', 0);
  else push('text', '', 0, text);
}

const titled = (title: string): [string, string][] => (title ? [['title', title]] : []);
