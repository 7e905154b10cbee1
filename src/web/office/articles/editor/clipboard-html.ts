/** The tags that an article can use, and those that say how words look, each with its attributes. */
export const clipboardTags = new Map<string, readonly string[]>([
  ...['p', 'h1', 'h3', 'h4', 'h5', 'h6', 'li', 'blockquote', 'code', 'hr', 'br'].map(bare),
  ...['em', 'i', 'strong', 'b', 's', 'del', 'strike', 'font'].map(bare),
  ...['table', 'thead', 'tbody', 'tfoot', 'tr', 'div'].map(bare),
  ['a', ['href', 'title']],
  ['img', ['src', 'alt', 'title']],
  ['h2', ['data-level']],
  ['ul', ['data-tight']],
  ['ol', ['start', 'data-tight']],
  ['th', ['align', 'colspan', 'rowspan']],
  ['td', ['align', 'colspan', 'rowspan']],
  ['pre', ['data-markdown', 'data-params']],
  ['span', ['data-soft-break', 'data-picture', 'data-alt', 'data-title']],
]);
/** On the first tag of what this editor copied: the depth at which it begins. */
export const ownSlice = 'data-pm-slice';

/** Their content is no text to read. */
const skipped = new Set([
  'script',
  'style',
  'title',
  'textarea',
  'iframe',
  'xmp',
  'noembed',
  'noframes',
  'noscript',
  'template',
  'select',
  'object',
]);
const attributes = new Set([ownSlice, ...[...clipboardTags.values()].flat()]);

const isLetter = (character: string | undefined) => character !== undefined && /[a-z]/i.test(character);
const isSpace = (character: string | undefined) => character !== undefined && /[\t\n\f\r ]/.test(character);

/**
 * HTML with only the tags and attributes that an article can use; `style` becomes `data-style`. It reads tags as a browser does, but
 * runs before one parses: a policy reports handlers and styles even in a document that is never shown, and drops the styles by which
 * Google Docs and Word say what is bold.
 */
export function safeHtml(html: string): string {
  const parts: string[] = [];
  const lower = html.toLowerCase();
  let at = 0;
  while (at < html.length) {
    const start = html.indexOf('<', at);
    if (start < 0) break;
    parts.push(html.slice(at, start));
    const isEnd = html[start + 1] === '/';
    if (isLetter(html[start + (isEnd ? 2 : 1)])) {
      const tag = readTag(html, start + (isEnd ? 2 : 1));
      at = tag.end;
      // A tag that never ends is none.
      if (at > html.length) break;
      if (skipped.has(tag.name)) at = isEnd ? at : afterElement(lower, tag.name, at);
      else if (clipboardTags.has(tag.name))
        parts.push(isEnd ? `</${tag.name}>` : `<${tag.name}${tag.attributes}>`);
    } else if (html[start + 1] === '!' || html[start + 1] === '?' || isEnd) {
      at = afterComment(html, start);
    } else {
      parts.push('&lt;');
      at = start + 1;
    }
  }
  if (at < html.length && !html.slice(at).includes('<')) parts.push(html.slice(at));
  return parts.join('');
}

function afterElement(lower: string, name: string, from: number): number {
  const close = lower.indexOf(`</${name}`, from);
  const end = close < 0 ? -1 : lower.indexOf('>', close);
  return end < 0 ? lower.length : end + 1;
}

function afterComment(html: string, start: number): number {
  const short = /^<!--(?:-?>)/.exec(html.slice(start, start + 6));
  if (short) return start + short[0].length;
  const mark = html.startsWith('<!--', start) ? '-->' : '>';
  const end = html.indexOf(mark, start + 2);
  return end < 0 ? html.length : end + mark.length;
}

interface Tag {
  name: string;
  attributes: string;
  /** After its `>`. */
  end: number;
}

function readTag(html: string, start: number): Tag {
  let at = start;
  const until = (isOver: (character: string) => boolean): string => {
    const from = at;
    while (at < html.length && !isOver(html[at] ?? '')) at++;
    return html.slice(from, at);
  };
  const name = until(
    (character) => isSpace(character) || character === '/' || character === '>',
  ).toLowerCase();
  const found: string[] = [];
  while (at < html.length) {
    until((character) => !isSpace(character) && character !== '/');
    if (html[at] === '>') break;
    const from = at++;
    until((character) => isSpace(character) || /[/>=]/.test(character));
    const attribute = html.slice(from, at).toLowerCase();
    until((character) => !isSpace(character));
    let value = '';
    if (html[at] === '=') {
      at++;
      until((character) => !isSpace(character));
      const quote = html[at];
      if (quote === '"' || quote === "'") {
        at++;
        value = until((character) => character === quote);
        at++;
      } else value = until((character) => isSpace(character) || character === '>');
    }
    const written = attribute === 'style' ? 'data-style' : attribute;
    if (attribute === 'style' || attributes.has(attribute)) {
      found.push(` ${written}="${value.replaceAll('"', '&quot;')}"`);
    }
  }
  return { name, attributes: found.join(''), end: at + 1 };
}

function bare(tag: string): [tag: string, attributes: readonly string[]] {
  return [tag, []];
}
