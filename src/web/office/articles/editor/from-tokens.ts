import type { Token } from 'markdown-it';
import { type Attrs, Fragment, type Mark, type MarkType, type Node, type NodeType } from 'prosemirror-model';
import { alignmentOf } from '../../../../shared/articles/article-markdown.ts';
import { marks, nodes, schema } from './schema.ts';

interface Open {
  type: NodeType;
  attrs: Attrs | null;
  content: Node[];
  /** For a list: a paragraph in one of its items has tags of its own. */
  isLoose?: boolean;
}

const blocks: Record<string, NodeType> = {
  paragraph_open: nodes.paragraph,
  heading_open: nodes.heading,
  blockquote_open: nodes.blockquote,
  bullet_list_open: nodes.bullet_list,
  ordered_list_open: nodes.ordered_list,
  list_item_open: nodes.list_item,
  table_open: nodes.table,
  tr_open: nodes.table_row,
  th_open: nodes.table_header,
  td_open: nodes.table_cell,
};
const formats: Record<string, MarkType> = {
  link: marks.link,
  em: marks.em,
  strong: marks.strong,
  s: marks.strike,
};

/** Nodes of the blocks that the tokens of an article are. */
export function nodesOf(tokens: readonly Token[]): Node[] {
  const root: Open = { type: nodes.doc, attrs: null, content: [] };
  const stack = [root];
  for (const token of tokens) {
    const top = stack.at(-1) ?? root;
    const type = blocks[token.type];
    if (type) {
      const list = stack.at(-2);
      if (type === nodes.paragraph && top.type === nodes.list_item && list) list.isLoose ||= !token.hidden;
      stack.push({ type, attrs: blockAttributes(token), content: [] });
    } else if (token.type === 'inline') {
      top.content.push(...inlineNodes(token.children ?? []));
    } else if (token.type === 'fence' || token.type === 'code_block') {
      top.content.push(codeBlock(token));
    } else if (token.type === 'hr') {
      top.content.push(nodes.horizontal_rule.create());
    } else if (token.nesting === -1 && blocks[token.type.replace('_close', '_open')]) {
      stack.pop();
      (stack.at(-1) ?? root).content.push(closed(top));
    }
  }
  return root.content;
}

function closed({ type, attrs, content, isLoose = false }: Open): Node {
  const isList = type === nodes.bullet_list || type === nodes.ordered_list;
  const filled = content.length === 0 && (type === nodes.blockquote || type === nodes.list_item);
  return type.create(
    isList ? { ...attrs, tight: !isLoose } : attrs,
    Fragment.fromArray(filled ? [nodes.paragraph.create()] : content),
  );
}

function blockAttributes(token: Token): Attrs | null {
  if (token.type === 'heading_open') return { level: Number(token.tag.slice(1)) };
  if (token.type === 'ordered_list_open') return { order: Number(token.attrGet('start') ?? 1) };
  return token.tag === 'th' || token.tag === 'td' ? { align: alignmentOf(token) } : null;
}

function codeBlock({ type, info, content }: Token): Node {
  const text = content.replace(/\n$/, '');
  return nodes.code_block.create({ params: type === 'fence' ? info : '' }, text ? schema.text(text) : null);
}

function inlineNodes(tokens: readonly Token[]): Node[] {
  const open: Mark[] = [];
  const found: Node[] = [];
  const add = (node: Node) =>
    found.push(node.mark(open.reduce((set, mark) => mark.addToSet(set), node.marks)));
  for (const token of tokens) {
    const format = formats[token.type.replace(/_(open|close)$/, '')];
    if (format && token.nesting === 1) {
      open.push(format.create({ ...linkAttributes(token), depth: open.length }));
    } else if (format) {
      open.pop();
    } else if (token.type === 'softbreak') {
      add(schema.text(' ', [marks.soft_break.create()]));
    } else if (token.type === 'hardbreak') {
      add(nodes.hard_break.create());
    } else if (token.type === 'image') {
      add(nodes.image.create(pictureAttributes(token)));
    } else if (token.content) {
      const isCode = token.type === 'code_inline';
      add(schema.text(token.content, isCode ? [marks.code.create({ depth: open.length })] : []));
    }
  }
  return found;
}

function linkAttributes(token: Token): Attrs {
  if (token.type !== 'link_open') return {};
  return { href: token.attrGet('href') ?? '', title: token.attrGet('title') ?? '' };
}

const pictureAttributes = (token: Token): Attrs => ({
  src: token.attrGet('src') ?? '',
  alt: wordsOf(token.children ?? []),
  title: token.attrGet('title') ?? '',
});

/** The alternative text of a picture, as the renderer writes it. */
const wordsOf = (tokens: readonly Token[]): string =>
  tokens
    .map(({ type, content, children }) => {
      if (type === 'softbreak' || type === 'hardbreak') return '\n';
      return type === 'image' ? wordsOf(children ?? []) : content;
    })
    .join('');
