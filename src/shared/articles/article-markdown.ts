import MarkdownIt, { type Token } from 'markdown-it';

/** How deep quotes and lists of a text may be nested. */
export const maxTextNesting = 20;

export type MarkdownParser = InstanceType<typeof MarkdownIt>;

/** The rules of every text in Markdown, for the server that publishes and for the editor; `breaks`: a line break stays one. */
export function markdownParser(options: { breaks: boolean }): MarkdownParser {
  const made = new MarkdownIt({ html: false, linkify: true, ...options });
  // Beyond maxNesting the parser drops text silently; the lower limit of the server rejects it first.
  made.set({ maxNesting: maxTextNesting + 10 });
  // Only explicit URLs become links: "closing.in" in a sentence is none.
  made.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  return made;
}

/** The parser of articles: a wide table scrolls in its own box, which must be focusable. */
export function articleParser(): MarkdownParser {
  const made = markdownParser({ breaks: false });
  made.renderer.rules.table_open = () =>
    '<div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table>';
  made.renderer.rules.table_close = () => '</table></div>';
  return made;
}

/**
 * Turns the tokens of an article into their published form: levels of headings without gaps, columns aligned by a
 * class.
 */
export function applyConventions(tokens: Token[]): void {
  levelHeadings(tokens);
  tokens.forEach(alignByClass);
}

/** Levels begin at h2 and skip none: assistive technology reads them as an outline. */
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

export type Alignment = 'left' | 'center' | 'right';

/** The side that a parsed cell of a table is aligned to. */
export function alignmentOf(token: Token): Alignment | null {
  const side = /text-align:(left|center|right)/.exec(String(token.attrGet('style')))?.[1];
  return side === 'left' || side === 'center' || side === 'right' ? side : null;
}

/** A class, as the CSP allows no style attributes. */
function alignByClass(token: Token): void {
  const side = alignmentOf(token);
  if (side) token.attrs = [['class', `align-${side}`]];
}
