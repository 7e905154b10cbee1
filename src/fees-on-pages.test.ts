import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { expect, it, vi } from 'vitest';
import { sampleArticles } from './server/features/sample/sample.articles.ts';
import { sampleTestimonials } from './server/features/sample/sample.testimonials.ts';
import { type SampleFigures, sampleFigures } from './server/features/sample/sample-figures.ts';
import { markdownToHtml } from './server/platform/text/markdown.ts';
import { policyRows } from './server/tables/data-map.ts';
import type * as fees from './shared/fees.ts';
import type { Page } from './shared/pages.ts';
import { currentPolicy } from './shared/policy-versions.ts';
import { startContent } from './shared/site-content.ts';
import { site } from './web/site/entry-server.tsx';

/** Every figure of the fees changed, so that a figure from elsewhere stands out. */
vi.mock('./shared/fees.ts', () => {
  let fee = 8_830;
  const folder = new URL('./shared/', import.meta.url);
  const source = stripTypeScriptTypes(readFileSync(new URL('fees.ts', folder), 'utf8'))
    .replace(/(export const \w+_FEE\w* = )[\d_]+/g, (_, start: string) => `${start}${++fee}_00`)
    .replace(/(export const \w+_RATE = )[\d_]+/g, (_, start: string) => `${start}7_31`)
    .replace(/'\.\/money\.ts'/, JSON.stringify(new URL('money.ts', folder).href));
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`);
});

const brokerage = {
  name: 'Example Realty',
  legalName: 'Example Realty, Inc.',
  license: '01234567',
  phone: '(555) 010-0142',
  dial: undefined,
  email: 'office@example.com',
  address: '1 Main Street, Springfield, CA 90000',
  baseUrl: 'https://example.com',
  hours: '',
  logo_id: null,
  social: [],
};
const article = {
  _id: '0193c0de-0000-7000-8000-000000000001',
  title: 'An article',
  slug: 'an-article',
  date: '2026-01-01T00:00:00.000Z',
  snippet: 'A snippet.',
  url: 'https://example.com/',
};
const policy = { title: 'A policy', slug: 'a-policy', updated: article.date };
const assets = { css: '', scripts: [], fonts: [] };

const pages: Page[] = [
  { kind: 'landing', testimonials: [] },
  { kind: 'articles', articles: [article], page: 1, pages: 1 },
  { kind: 'article', article, cover: null, html: '<p>Text</p>', minutes: 1, updated: article.date },
  { kind: 'contact', form: { started: '', sent: false, values: {}, errors: [] } },
  { kind: 'login' },
  { kind: 'reset-password' },
  { kind: 'set-password' },
  { kind: 'setup' },
  { kind: 'privacy', version: currentPolicy, held: policyRows() },
  { kind: 'policies', policies: [policy] },
  { kind: 'policy', policy: { ...policy, description: '', html: '<p>Text</p>', files: [] } },
  { kind: 'privacy-request', form: { sent: false, values: {}, errors: [] } },
  { kind: 'privacy-confirm', state: 'ask' },
  { kind: 'api-docs', calls: [] },
  { kind: 'not-found' },
];

const readable = (html: string) =>
  html.replace(/<style[\s\S]*?<\/style>|<svg[\s\S]*?<\/svg>/g, '').replace(/<[^>]*>/g, ' ');

it.each(pages)('the page $kind holds no figure of a fee but those of shared/fees.ts', (page) => {
  const html = site.renderPage(page, {
    ...startContent,
    brokerage,
    path: '/',
    year: 2026,
    version: '1.2.3',
    assets,
  });
  // Texts and descriptions that people read, not the numbers of styles and drawings.
  expect(html.match(/\$(475|125|100|500|795|150|399)(?![\d,])/g)).toBeNull();
  expect(readable(html).match(/(?<![\d.])(5|10)%/g)).toBeNull();
});

it('the pages show the fees as they are now', () => {
  const [landing, , shown] = pages.map((page) =>
    site.renderPage(page, { ...startContent, brokerage, path: '/', year: 2026, version: '1.2.3', assets }),
  );
  for (const html of [landing, shown]) expect(html).toContain('from $8,831 per residential transaction');
});

it('says next to the fees and the calculator that commissions are negotiable', () => {
  const context = { ...startContent, brokerage, path: '/', year: 2026, version: '1.2.3', assets };
  const html = site.renderPage({ kind: 'landing', testimonials: [] }, context);
  const [, fees = '', calculator = ''] = html.split(/id="(?:fee-structure|calculator)"/);
  for (const part of [fees, calculator])
    expect(readable(part).replace(/\s+/g, ' ')).toContain(
      'Commissions are not set by law and are negotiable',
    );
});

it('no sample text holds a figure that follows from other fees than the present ones', async () => {
  const real = sampleFigures(await vi.importActual<typeof fees>('./shared/fees.ts'));
  const old = new Set<string>();
  const recorded: SampleFigures = Object.fromEntries(
    Object.entries(real).map(([name, figure]) => [
      name,
      (...numbers) => {
        const before = figure(...numbers);
        if (/\d/.test(before) && before !== sampleFigures()[name]?.(...numbers)) old.add(before);
        return before;
      },
    ]),
  );
  sampleArticles(recorded);
  sampleTestimonials(recorded);
  for (const figure of ['$475', '$16,900', '$1,562.50', '$101,300', '5.3%', '6.16', '10%']) {
    expect(old).toContain(figure);
  }
  // Numbers of the examples that equal a figure from the fees by accident.
  const byAccident = new Set(['2.5%', '$23,750', '$1,050', '$1,200', '30']);
  const texts = new Map(
    sampleArticles().map(({ title, snippet, text }) => [
      title,
      site.renderPage(
        {
          kind: 'article',
          article: { ...article, title, snippet },
          cover: null,
          html: markdownToHtml(text),
          minutes: 1,
          updated: article.date,
        },
        { ...startContent, brokerage, path: '/', year: 2026, version: '1.2.3', assets },
      ),
    ]),
  );
  texts.set(
    'testimonials',
    sampleTestimonials()
      .map(({ testimonial }) => testimonial)
      .join(),
  );
  for (const [title, html] of texts) {
    const found = readable(html).match(/[−]?\$?\d[\d,.]*\d%?|[−]?\$?\d%?/g) ?? [];
    expect([title, found.filter((figure) => old.has(figure) && !byAccident.has(figure))]).toEqual([
      title,
      [],
    ]);
  }
});
