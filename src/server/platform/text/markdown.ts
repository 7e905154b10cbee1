import MarkdownIt, { type Token } from 'markdown-it';
import sanitizeHtml from 'sanitize-html';

const wordsPerMinute = 230;

const markdown = new MarkdownIt({ html: false, linkify: true });
// Only what is written as an address becomes a link: "closing.in" in a sentence is no web site.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
markdown.core.ruler.push('own_conventions', ({ tokens }) => {
  levelHeadings(tokens);
  tokens.forEach(alignByClass);
});
// A wide table scrolls in a box of its own, which the keyboard can reach too.
markdown.renderer.rules.table_open = () =>
  '<div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table>';
markdown.renderer.rules.table_close = () => '</table></div>';

const ownImage = /^\/images\/[\w-]+(\.[\w-]+)*$/;
const ownPage = /^(#|\/(?!\/))/;
const elsewhere = /^(https?:\/\/|mailto:)/i;

/** What may be in the result, whatever the parser lets through. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'br', 'div'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'a', 'em', 'strong', 's', 'code', 'img'],
  ],
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'loading'],
    ol: ['start'],
    div: ['role', 'aria-label', 'tabindex'],
  },
  allowedClasses: { div: ['table-scroll'], th: ['align-*'], td: ['align-*'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, { href = '', ...attribs }) => ({ tagName, attribs: { ...linkTo(href), ...attribs } }),
    img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, loading: 'lazy' } }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !ownImage.test(attribs.src ?? ''),
};

/** Links to other sites carry no recommendation of ours and get no hold of our window; what is neither is no link. */
function linkTo(href: string): sanitizeHtml.Attributes {
  if (elsewhere.test(href)) return { href, rel: 'noopener nofollow ugc' };
  return ownPage.test(href) ? { href } : {};
}

/**
 * Markdown as HTML that is safe to put into a page: an allow-list of elements, links to http, https and mailto only,
 * pictures only of our own. Headings begin at h2, below the page's title.
 */
export const markdownToHtml = (text: string): string => rendered(text).html;

/** A text as markdownToHtml makes it, and how long it takes to read, in whole minutes, at least 1. */
export function rendered(text: string): Rendered {
  // Parsed once for both: that is half of the work.
  const references = {};
  const tokens = markdown.parse(text, references);
  const words = textOf(tokens).split(/\s+/).length;
  return {
    html: sanitizeHtml(markdown.renderer.render(tokens, markdown.options, references), allowed),
    minutes: Math.max(1, Math.round(words / wordsPerMinute)),
  };
}

export interface Rendered {
  html: string;
  minutes: number;
}

/** The words of a Markdown text without its marks, one block a line. */
const textOf = (tokens: Token[]) => tokens.map(wordsOf).filter(Boolean).join('\n').trim();

function wordsOf({ type, content, children }: Token): string {
  if (type === 'softbreak' || type === 'hardbreak') return ' ';
  return children ? children.map(wordsOf).join('') : content;
}

/** Levels begin at h2 and skip none, however the headings were written; assistive technology reads them as an outline. */
function levelHeadings(tokens: Token[]): void {
  const outline: number[] = [];
  for (const token of tokens) {
    if (token.type === 'heading_open') {
      const level = Number(token.tag.slice(1));
      while ((outline.at(-1) ?? 0) >= level) outline.pop();
      outline.push(level);
    }
    if (token.type.startsWith('heading_')) token.tag = `h${Math.min(outline.length + 1, 6)}`;
  }
}

/** Columns are aligned by a class: the pages' policy allows no style attributes. */
function alignByClass(token: Token): void {
  const side = /text-align:(left|center|right)/.exec(String(token.attrGet('style')))?.[1];
  if (side) token.attrs = [['class', `align-${side}`]];
}
