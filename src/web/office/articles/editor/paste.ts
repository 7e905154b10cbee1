import { Fragment, type Node, Slice } from 'prosemirror-model';
import { gridOf } from '../../../../shared/table-grid.ts';
import { clipboardTags, ownSlice, safeHtml } from './clipboard-html.ts';
import { nodes, schema } from './schema.ts';
import { openText } from './source-blocks.ts';

/** HTML of the clipboard as an article may hold it. */
export function cleanHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(safeHtml(html), 'text/html');
  makeLists(body);
  if (!body.querySelector(`[${ownSlice}]`)) separateCells(body);
  nameColumns(body);
  for (const element of [...body.querySelectorAll('*')].reverse()) clean(element);
  return body.innerHTML;
}

function clean(element: Element): void {
  const style = element.getAttribute('data-style') ?? '';
  const { ownerDocument } = element;
  const tag = element.localName;
  // Word's mso-bidi-font-weight is of scripts that run from right to left.
  const isBold = /(?<![\w-])font-weight:\s*(bold|[6-9]00)/i.test(style);
  const isPlain = /(?<![\w-])font-weight:\s*(normal|[1-5]00)/i.test(style);
  const isInline = tag === 'span' || tag === 'font' || tag === 'a';
  if (isInline) {
    if (isBold) wrapContent(element, ownerDocument.createElement('strong'));
    if (/font-style:\s*italic/i.test(style)) wrapContent(element, ownerDocument.createElement('em'));
    if (/line-through/i.test(style)) wrapContent(element, ownerDocument.createElement('s'));
  }
  if ((tag === 'b' || tag === 'strong') && isPlain) {
    element.replaceWith(...element.childNodes);
    return;
  }
  const side = /text-align:\s*(center|right)/i.exec(style)?.[1];
  for (const { name } of [...element.attributes]) {
    if (name !== ownSlice && !clipboardTags.get(tag)?.includes(name)) element.removeAttribute(name);
  }
  if (tag !== 'th' && tag !== 'td') return;
  if (side) element.setAttribute('align', side.toLowerCase());
  makeOneLine(element);
}

/** Word and Google Docs write paragraphs into cells, where Markdown has one line. */
function makeOneLine(cell: Element): void {
  for (const block of cell.querySelectorAll(
    'p, div, br, li, ul, ol, h1, h2, h3, h4, h5, h6, blockquote, pre',
  )) {
    const space = block.previousSibling && cell.textContent?.trim() ? [' '] : [];
    block.replaceWith(...space, ...block.childNodes);
  }
}

/** Empty cells where merged ones reach, so that the columns stay. */
function separateCells(body: Element): void {
  for (const table of body.querySelectorAll('table')) {
    const rows = [...table.rows];
    const grid = gridOf(
      rows.map(({ cells }) =>
        [...cells].map((cell) => ({
          content: cell,
          columns: cell.colSpan,
          rows: cell.rowSpan || rows.length,
        })),
      ),
    );
    for (const [at, row] of rows.entries())
      row.replaceChildren(...(grid[at] ?? []).map((cell) => cell ?? body.ownerDocument.createElement('td')));
    for (const cell of table.querySelectorAll('[colspan], [rowspan]')) {
      cell.removeAttribute('colspan');
      cell.removeAttribute('rowspan');
    }
  }
}

/** The first row of a table names its columns, also where the program that copied it has no such row. */
function nameColumns(body: Element): void {
  // A part of a table of this editor.
  if (body.querySelector(`[${ownSlice}]`)) return;
  for (const table of body.querySelectorAll('table')) {
    if (table.querySelector('th')) continue;
    for (const cell of table.querySelector('tr')?.querySelectorAll('td') ?? []) {
      const name = body.ownerDocument.createElement('th');
      for (const { name: key, value } of [...cell.attributes]) name.setAttribute(key, value);
      name.append(...cell.childNodes);
      cell.replaceWith(name);
    }
  }
}

function wrapContent(element: Element, wrapper: Element): void {
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}

/** Word writes the items of a list as paragraphs with a bullet and a level. */
function makeLists(body: Element): void {
  const lists: Element[] = [];
  let last: Element | null = null;
  for (const item of body.querySelectorAll('p[data-style*="mso-list"]')) {
    const level = Number(/level(\d)/.exec(item.getAttribute('data-style') ?? '')?.[1] ?? 1);
    if (item.previousElementSibling !== last) lists.length = 0;
    const bullet = item.querySelector('[data-style*="mso-list:Ignore"], [data-style*="mso-list: Ignore"]');
    const isNumbered = /\d[.)]/.test(bullet?.textContent ?? '');
    bullet?.remove();
    const li = body.ownerDocument.createElement('li');
    li.append(...item.childNodes);
    lists.length = Math.min(lists.length, level);
    let list = lists.at(-1);
    if (!list || lists.length < level) {
      const nested = body.ownerDocument.createElement(isNumbered ? 'ol' : 'ul');
      if (list) (list.lastElementChild ?? list).append(nested);
      else item.before(nested);
      list = nested;
      lists.push(nested);
    }
    list.append(li);
    last = lists[0] ?? null;
    item.remove();
  }
}

/** Pasted plain text is read as Markdown. */
export function sliceOfText(text: string): Slice {
  const { doc } = openText(text.replace(/\r\n?/g, '\n'));
  return Slice.maxOpen(doc.content);
}

/** Text as it stands, a paragraph for each line. */
export function sliceOfPlainText(text: string): Slice {
  const paragraphs = text
    .split(/[\r\n]+/)
    .map((line) => nodes.paragraph.create(null, line ? schema.text(line) : null));
  return Slice.maxOpen(Fragment.fromArray(paragraphs));
}

/** Drops a paste that no article can hold: a clipboard may name surrounding nodes that don't fit each other. */
export function checkedSlice({ content, openStart, openEnd }: Slice): Slice {
  try {
    const filled = content.content.map(withRequired);
    for (const node of filled) node.check();
    return new Slice(Fragment.fromArray(filled), openStart, openEnd);
  } catch {
    return Slice.empty;
  }
}

/** The parser of HTML leaves the last nodes open: a list may have no item yet. */
function withRequired(node: Node): Node {
  if (node.isLeaf) return node;
  return node.type.createAndFill(node.attrs, node.children.map(withRequired), node.marks) ?? node;
}
