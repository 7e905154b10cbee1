import type { Env, Token } from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import {
  applyConventions,
  articleParser,
  type MarkdownParser,
  markdownParser,
} from '../../../shared/articles/article-markdown.ts';
import { pictureSources, textColumnSizes, textImageKind } from '../../../shared/images/images.ts';
import { beginningOf, minutesOf } from './beginning.ts';
import { renderLimits } from './render-limits.ts';
import type { Rendered, RenderedInline, TextImages } from './render-task.ts';

/** Thrown past the limits; `line` is where the oversized part begins, from 1. */
export class TooLarge extends Error {
  readonly part: 'table' | 'tables' | 'nesting' | 'html';
  readonly line: number;

  constructor(part: TooLarge['part'], line: number) {
    super(`${part} too large at line ${line}`);
    this.part = part;
    this.line = line;
  }
}

const markdown = articleParser();
markdown.core.ruler.push('own_conventions', ({ tokens }) => applyConventions(tokens));

/** Counts during parsing: the parser completes table rows, and would fill the memory before it ends. */
markdown.block.State = class extends markdown.block.State {
  #tableCells = 0;
  #allCells = 0;

  override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    if (type === 'table_open') this.#tableCells = 0;
    if (type === 'th_open' || type === 'td_open') {
      if (++this.#tableCells > renderLimits.tableCells) throw new TooLarge('table', this.line + 1);
      if (++this.#allCells > renderLimits.allCells) throw new TooLarge('tables', this.line + 1);
    }
    if (this.level > renderLimits.nesting) throw new TooLarge('nesting', this.line + 1);
    return super.push(type, tag, nesting);
  }
};

// Paragraphs only: a list or a heading would break the carousel.
const inlineMarkdown = markdownParser({ breaks: true });
inlineMarkdown.block.ruler.enableOnly(['paragraph']);

const ownImage = /^\/images\/[\w-]+(\.[\w-]+)*$/;
const ownPage = /^(#|\/(?!\/))/;
const elsewhere = /^(https?:\/\/|mailto:)/i;

/** The allow-list of the result, independent of the parser. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'p',
    'ul',
    'ol',
    'li',
    'blockquote',
    'pre',
    'hr',
    'br',
    'div',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'a',
    'em',
    'strong',
    's',
    'code',
    'img',
  ],
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'title', 'loading'],
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
};

/** External links get nofollow and noopener; other schemes are no link. */
function linkTo(href: string): sanitizeHtml.Attributes {
  if (elsewhere.test(href)) return { href, rel: 'noopener nofollow ugc' };
  return ownPage.test(href) ? { href } : {};
}

/**
 * An article as safe HTML and its minutes of reading (at least 1): allow-listed elements, http, https and mailto links, headings
 * from h2, and of pictures those among `images`. @throws TooLarge
 */
export function rendered(text: string, images: TextImages = {}): Rendered {
  const { html, words } = safeHtml(markdown, text, images);
  return { html, minutes: minutesOf(words) };
}

export const markdownToHtml = (text: string, images?: TextImages): string => rendered(text, images).html;

/** A testimonial as safe HTML (paragraphs and inline Markdown) and its plain-text excerpt. @throws TooLarge */
export function renderedInline(text: string): RenderedInline {
  const { html, words } = safeHtml(inlineMarkdown, text, {});
  return { html, excerpt: beginningOf(words) };
}

function safeHtml(parser: MarkdownParser, text: string, images: TextImages): { html: string; words: string } {
  // Parsed once for both: parsing is half of the work.
  const references: Env = {};
  const tokens = parser.parse(text, references);
  const maxBytes = 10 * Buffer.byteLength(text) + renderLimits.extraBytes;
  const html = sanitized(htmlOf(parser, tokens, references, maxBytes), images);
  if (Buffer.byteLength(html) > maxBytes) throw new TooLarge('html', 1);
  return { html, words: textOf(tokens) };
}

/** Removes HTML that must not be published; `images` become pictures. */
export function sanitized(html: string, images: TextImages): string {
  const safe = sanitizeHtml(html, {
    ...allowed,
    exclusiveFilter: ({ tag, attribs: { src = '' } }) =>
      tag === 'img' && !ownImage.test(src) && !images[idIn(src)],
  });
  return withPictures(safe, images);
}

/** The id of the uploaded image at a URL; '' for others. */
const idIn = (src: string) => /^\/images\/([\da-f-]{36})\/\d{1,4}\.jpg$/.exec(src)?.[1] ?? '';

/** The form in which the sanitizer writes an uploaded picture. In a paragraph of its own it is a figure. */
const uploaded =
  /(<p>)?<img src="(\/images\/[\da-f-]{36}\/\d{1,4}\.jpg)" alt="([^"]*)"(?: title="([^"]*)")? loading="lazy" \/>(<\/p>)?/g;

/** Uploaded pictures in every width and format, with their size, so that nothing moves when they arrive. */
const withPictures = (html: string, images: TextImages): string =>
  html.replace(
    uploaded,
    (written, begin = '', src: string, alt: string, caption: string | undefined, end = '') => {
      const id = idIn(src);
      const size = images[id];
      if (!size) return written;
      const picture = pictureOf(id, alt, size);
      if (!begin || !end) return begin + picture + end;
      return `<figure>${picture}${caption ? `<figcaption>${caption}</figcaption>` : ''}</figure>`;
    },
  );

/** In: an escaped text. */
function pictureOf(id: string, alt: string, { width, height }: TextImages[string]): string {
  const { better, src, srcSet } = pictureSources(id, textImageKind);
  const sources = better.map(
    (source) => `<source type="${source.type}" srcset="${source.srcSet}" sizes="${textColumnSizes}">`,
  );
  const image = `<img src="${src}" srcset="${srcSet}" sizes="${textColumnSizes}" width="${width}" height="${height}" alt="${alt}" loading="lazy">`;
  return `<picture>${sources.join('')}${image}</picture>`;
}

/** Like parser.render, but bounded: a long address is repeated for each link to it. */
function htmlOf(parser: MarkdownParser, tokens: Token[], references: Env, maxBytes: number): string {
  const { renderer, options } = parser;
  let html = '';
  let line = 0;
  const append = (list: Token[]): void => {
    for (const [index, token] of list.entries()) {
      line = token.map?.[0] ?? line;
      if (token.level > renderLimits.nesting) throw new TooLarge('nesting', line + 1);
      if (token.type === 'inline') {
        append(token.children ?? []);
        continue;
      }
      const rule = renderer.rules[token.type];
      html += rule
        ? rule(list, index, options, references, renderer)
        : renderer.renderToken(list, index, options);
      if (html.length > maxBytes) throw new TooLarge('html', line + 1);
    }
  };
  append(tokens);
  return html;
}

const textOf = (tokens: Token[]) => tokens.map(wordsOf).filter(Boolean).join('\n').trim();

function wordsOf({ type, content, children }: Token): string {
  if (type === 'softbreak' || type === 'hardbreak') return ' ';
  return children ? children.map(wordsOf).join('') : content;
}
