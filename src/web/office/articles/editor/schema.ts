import { type Attrs, type DOMOutputSpec, type Mark, type Node, Schema } from 'prosemirror-model';
import { imagesIn } from '../../../../shared/images/images.ts';

/** Where a mark was nested in the source, outermost 0; -1 for one made here. Keeps `**[a](b)**` apart from `[**a**](b)`. */
const depth = { depth: { default: -1, validate: 'number' } };

/** The clipboard names attributes of its own: what is out of range would stop the writing of Markdown. */
const integer = (min: number, max: number) => (value: unknown) => {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
    throw new RangeError(`${value} is not an integer from ${min} to ${max}`);
  }
};
/** CommonMark reads no longer number as the marker of an item. */
const maxOrder = 999_999_999;

const cell = {
  content: 'inline*',
  isolating: true,
  attrs: {
    align: { default: null, validate: 'string|null' },
    // prosemirror-tables expects these; Markdown has no merged cells or column widths.
    colspan: { default: 1, validate: integer(1, 1) },
    rowspan: { default: 1, validate: integer(1, 1) },
    colwidth: { default: null, validate: 'null' },
  },
};

const alignOf = (element: HTMLElement) => {
  const side = element.style.textAlign || element.getAttribute('align') || element.className.slice(6);
  return { align: /^(left|center|right)$/.test(side) ? side : null };
};

const cellAttributes = ({ attrs: { align } }: Node): Attrs =>
  align ? { class: `align-${align}`, align } : {};

// Without the attribute it is a list of another program.
const tightOf = (list: HTMLElement): Attrs => ({ tight: list.getAttribute('data-tight') !== 'false' });

const listAttributes = ({ tight }: Attrs): Attrs => ({ 'data-tight': String(tight) });

function orderOf(list: HTMLElement): number {
  const start = Math.trunc(Number(list.getAttribute('start') ?? 1)) || 0;
  return Math.min(maxOrder, Math.max(0, start));
}

/** An article may hold what the server's sanitizer lets through; `source` keeps Markdown that this editor can't show. */
export const schema = new Schema({
  nodes: {
    doc: { content: '(block | source)+' },
    paragraph: {
      content: 'inline*',
      group: 'block',
      parseDOM: [{ tag: 'p' }],
      toDOM: () => ['p', 0],
    },
    heading: {
      content: 'inline*',
      group: 'block',
      defining: true,
      attrs: { level: { default: 2, validate: integer(1, 6) } },
      parseDOM: [
        { tag: 'h2[data-level="1"]', attrs: { level: 1 } },
        ...[1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
      ],
      // The page's title is the h1.
      toDOM: ({ attrs: { level } }) => (level === 1 ? ['h2', { 'data-level': 1 }, 0] : [`h${level}`, 0]),
    },
    blockquote: {
      content: 'block+',
      group: 'block',
      defining: true,
      parseDOM: [{ tag: 'blockquote' }],
      toDOM: () => ['blockquote', 0],
    },
    bullet_list: {
      content: 'list_item+',
      group: 'block',
      attrs: { tight: { default: true, validate: 'boolean' } },
      parseDOM: [{ tag: 'ul', getAttrs: tightOf }],
      toDOM: ({ attrs }) => ['ul', listAttributes(attrs), 0],
    },
    ordered_list: {
      content: 'list_item+',
      group: 'block',
      attrs: {
        order: { default: 1, validate: integer(0, maxOrder) },
        tight: { default: true, validate: 'boolean' },
      },
      parseDOM: [{ tag: 'ol', getAttrs: (list) => ({ order: orderOf(list), ...tightOf(list) }) }],
      toDOM: ({ attrs }) => [
        'ol',
        { ...(attrs.order !== 1 && { start: attrs.order }), ...listAttributes(attrs) },
        0,
      ],
    },
    list_item: {
      content: 'block+',
      defining: true,
      parseDOM: [{ tag: 'li' }],
      toDOM: () => ['li', 0],
    },
    code_block: {
      content: 'text*',
      marks: '',
      group: 'block',
      code: true,
      defining: true,
      attrs: { params: { default: '', validate: 'string' } },
      parseDOM: [
        {
          tag: 'pre',
          preserveWhitespace: 'full',
          getAttrs: (block) => ({ params: block.getAttribute('data-params') ?? '' }),
        },
      ],
      toDOM: ({ attrs }) => [
        'pre',
        { 'data-params': attrs.params || null },
        ['code', { spellcheck: 'false' }, 0],
      ],
    },
    horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
    table: {
      content: 'table_row+',
      group: 'block',
      tableRole: 'table',
      isolating: true,
      parseDOM: [{ tag: 'table' }],
      toDOM: () => ['div', { class: 'table-scroll' }, ['table', ['tbody', 0]]],
    },
    table_row: {
      content: '(table_cell | table_header)*',
      tableRole: 'row',
      parseDOM: [{ tag: 'tr' }],
      toDOM: () => ['tr', 0],
    },
    table_header: {
      ...cell,
      tableRole: 'header_cell',
      parseDOM: [{ tag: 'th', getAttrs: alignOf }],
      toDOM: (node) => ['th', cellAttributes(node), 0],
    },
    table_cell: {
      ...cell,
      tableRole: 'cell',
      parseDOM: [{ tag: 'td', getAttrs: alignOf }],
      toDOM: (node) => ['td', cellAttributes(node), 0],
    },
    /** Markdown as it is written: definitions of links, and what the other nodes cannot hold exactly. */
    source: {
      content: 'text*',
      marks: '',
      code: true,
      defining: true,
      parseDOM: [{ tag: 'pre[data-markdown]', preserveWhitespace: 'full', priority: 60 }],
      toDOM: () => ['pre', { 'data-markdown': '', spellcheck: 'false' }, 0],
    },
    text: { group: 'inline' },
    image: {
      inline: true,
      group: 'inline',
      draggable: true,
      attrs: {
        src: { validate: 'string' },
        alt: { default: '', validate: 'string' },
        title: { default: '', validate: 'string' },
      },
      parseDOM: [
        { tag: 'img[src]', getAttrs: pictureIn },
        {
          tag: 'span[data-picture]',
          getAttrs: ({ dataset: { picture = '', alt = '', title = '' } }) => ({ src: picture, alt, title }),
        },
      ],
      toDOM: pictureShown,
    },
    hard_break: {
      inline: true,
      group: 'inline',
      selectable: false,
      linebreakReplacement: true,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
  },
  // In this order marks nest, unless their depth says otherwise; code is the innermost, as nothing in it is a mark.
  marks: {
    link: {
      inclusive: false,
      attrs: { href: { validate: 'string' }, title: { default: '', validate: 'string' }, ...depth },
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (link) => {
            const href = link.getAttribute('href') ?? '';
            const title = link.getAttribute('title') ?? '';
            // A link without a title shows its address.
            return { href, title: title === href ? '' : title };
          },
        },
      ],
      toDOM: ({ attrs }) => ['a', { href: attrs.href, title: attrs.title || attrs.href, rel: 'noopener' }, 0],
    },
    em: { attrs: depth, parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
    strong: { attrs: depth, parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] },
    strike: {
      attrs: depth,
      parseDOM: [{ tag: 's' }, { tag: 'del' }, { tag: 'strike' }],
      toDOM: () => ['s', 0],
    },
    code: { attrs: depth, parseDOM: [{ tag: 'code' }], toDOM: () => ['code', { spellcheck: 'false' }, 0] },
    /** On a space that is the end of a line in the source. */
    soft_break: {
      inclusive: false,
      parseDOM: [{ tag: 'span[data-soft-break]' }],
      toDOM: () => ['span', { 'data-soft-break': '' }, 0],
    },
  },
});

/** Pictures of other sites are no part of an article, nor does the policy let them load. */
function pictureIn(image: HTMLElement): Attrs | false {
  const src = image.getAttribute('src') ?? '';
  if (!isOwnPicture(src)) return false;
  return { src, alt: image.getAttribute('alt') ?? '', title: image.getAttribute('title') ?? '' };
}

const isOwnPicture = (src: string): boolean =>
  /^\/images\/[^/]+\/\d{1,4}\.jpg$/.test(src) && imagesIn(src).length === 1;

function pictureShown({ attrs: { src, alt, title } }: Node): DOMOutputSpec {
  if (isOwnPicture(src)) return ['img', { src, alt, title }];
  const copied = { 'data-picture': src, 'data-alt': alt, 'data-title': title };
  return ['span', { class: 'picture-elsewhere', ...copied }, `Image not shown: ${alt || src}`];
}

export const { nodes, marks } = schema;

export const isCode = (list: readonly Mark[]): boolean => list.some(({ type }) => type === marks.code);
