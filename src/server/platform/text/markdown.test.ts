import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileMarkdown } from '../../../../test/hostile-markdown.ts';
import { markdownToHtml, rendered } from './markdown.ts';

/** All that rendered text may contain, so strict that every HTML parser reads it alike. */
const address = '(?:https?:\\/\\/|mailto:|#|\\/(?![/\\\\]))[^"<>\\s]*';
const allowedTag = new RegExp(
  `^<(?:/?(?:h[2-6]|p|[uo]l|li|blockquote|pre|code|em|strong|s|table|thead|tbody|tr|th|td|div|a)|[hb]r /|ol start="\\d+"|${[
    `a href="${address}"(?: rel="noopener nofollow ugc")?(?: title="[^"<>]*")?`,
    'img src="\\/images\\/[\\w.-]+" alt="[^"<>]*"(?: title="[^"<>]*")? loading="lazy" \\/',
    't[hd] class="align-(?:left|center|right)"',
    'div class="table-scroll" role="group" aria-label="Table" tabindex="0"',
  ].join('|')})>$`,
);

function expectHarmless(html: string): void {
  for (const tag of html.match(/<[^>]*>?/g) ?? []) expect(tag).toMatch(allowedTag);
  for (const link of html.match(/<a href="[^/#][^>]*>/g) ?? [])
    expect(link).toContain('rel="noopener nofollow ugc"');
}

describe('markdownToHtml', () => {
  it.each(hostileMarkdown)('makes %j harmless', (text) => expectHarmless(markdownToHtml(text)));

  it('makes all of it harmless together, in any order', () => {
    const pieces = fc.array(
      fc.oneof(fc.constantFrom(...hostileMarkdown, '\n', '\n\n', '*', '`', '['), fc.string()),
    );
    fc.assert(fc.property(pieces, (parts) => expectHarmless(markdownToHtml(parts.join('')))));
  });

  it('keeps what an article is written with', () => {
    const html = markdownToHtml(
      'A **flat** fee, *per side*, ~~split~~ `code`.\n\n1. one\n2. two\n\n> quoted\n\n---',
    );
    expect(html).toBe(
      '<p>A <strong>flat</strong> fee, <em>per side</em>, <s>split</s> <code>code</code>.</p>\n' +
        '<ol>\n<li>one</li>\n<li>two</li>\n</ol>\n<blockquote>\n<p>quoted</p>\n</blockquote>\n<hr />\n',
    );
  });

  it.each([
    ['# A\n\n## B', ['h2', 'h3']],
    ['## A\n\n## B\n\n### C', ['h2', 'h2', 'h3']],
    ['### A\n\n# B', ['h2', 'h2']],
    ['# A\n\n##### B\n\n### C', ['h2', 'h3', 'h3']],
    ['# A\n## B\n### C\n#### D\n##### E\n###### F', ['h2', 'h3', 'h4', 'h5', 'h6', 'h6']],
  ])('gives the headings of %j the levels %j', (text, levels) => {
    const html = markdownToHtml(text);
    expect([...html.matchAll(/<(h\d)>/g)].map(([, level]) => level)).toEqual(levels);
    expect([...html.matchAll(/<\/(h\d)>/g)].map(([, level]) => level)).toEqual(levels);
  });

  it('aligns the columns of a table without a style attribute', () => {
    const html = markdownToHtml('| Price | Fee |\n|---|---:|\n| $450,000 | $475 |');
    expect(html).toContain('<th>Price</th>\n<th class="align-right">Fee</th>');
    expect(html).toContain('<td class="align-right">$475</td>');
    expect(html).not.toContain('style');
  });

  const id = '019a0000-0000-7000-8000-000000000001';
  const url = `/images/${id}/1440.jpg`;
  const images = { [id]: { width: 600, height: 400 } };

  it('makes a figure of a picture alone in its paragraph, and keeps one in a sentence there', () => {
    const picture = /<picture><source [^>]*><source [^>]*><img [^>]*><\/picture>/.source;
    expect(markdownToHtml(`![A *sold* sign](${url} "In May")`, images)).toMatch(
      new RegExp(`^<figure>${picture}<figcaption>In May</figcaption></figure>\n$`),
    );
    expect(markdownToHtml(`![](${url})`, images)).toMatch(new RegExp(`^<figure>${picture}</figure>\n$`));
    expect(markdownToHtml(`See ![](${url}).`, images)).toMatch(new RegExp(`^<p>See ${picture}\\.</p>\n$`));
    expect(markdownToHtml(`![A *sold* sign](${url})`, images)).toContain('alt="A sold sign"');
  });

  it.each(hostileMarkdown)('makes %j harmless as the words and caption of a picture', (text) => {
    const line = text.replaceAll('\n', ' ');
    const html = markdownToHtml(`![${line}](${url} "${line}")\n\n![${line}](${url} '${line}')`, images);
    const ours =
      /<\/?(?:figure|figcaption|picture)>|<source type="image\/(?:avif|webp)" srcset="[\w/. ,-]+" sizes="[^"<>]+">/g;
    const image =
      /<img src="[\w/.-]+" srcset="[\w/. ,-]+" sizes="[^"<>]+" width="600" height="400" alt="[^"<>]*" loading="lazy">/g;
    expectHarmless(html.replace(ours, '').replace(image, ''));
  });

  it('shows only pictures that are among the given ones', () => {
    expect(markdownToHtml(`![](${url})`)).toBe('<p></p>\n');
    expect(markdownToHtml('![](/images/%2e%2e/1440.jpg)', images)).toBe('<p></p>\n');
    expect(markdownToHtml(`![](https://example.com${url})`, images)).toBe('<p></p>\n');
  });

  it('links to other sites without a recommendation, and to own pages plainly', () => {
    expect(markdownToHtml('[DRE](https://www.dre.ca.gov/) [us](/contact) <office@example.com>')).toBe(
      '<p><a href="https://www.dre.ca.gov/" rel="noopener nofollow ugc">DRE</a> <a href="/contact">us</a> ' +
        '<a href="mailto:office@example.com" rel="noopener nofollow ugc">office@example.com</a></p>\n',
    );
  });

  it('links written-out addresses, but no word with a dot', () => {
    const html = markdownToHtml('See https://example.com. Ask at closing.in time.');
    expect(html).toContain(
      '<a href="https://example.com" rel="noopener nofollow ugc">https://example.com</a>.',
    );
    expect(html.match(/<a /g)).toHaveLength(1);
  });
});

describe('the minutes of reading', () => {
  it.each([
    ['', 1],
    ['word '.repeat(230), 1],
    ['word '.repeat(460), 2],
    ['word '.repeat(2300), 10],
  ])('count words, not marks', (text, minutes) => {
    expect(rendered(text).minutes).toBe(minutes);
    expect(rendered(`---\n\n${text}\n\n---`).minutes).toBe(minutes);
  });

  it('count the words of every kind of block, and none twice', () => {
    const block =
      '# Fees\n\nA **flat**\nfee of `$475`, [see](https://example.com).\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |';
    expect(rendered(`${block}\n\n`.repeat(230)).minutes).toBe(13);
  });
});
