import { expect, it } from 'vitest';
import { sampleArticles } from './server/features/sample/sample.articles.ts';
import { sampleTestimonials } from './server/features/sample/sample.testimonials.ts';
import { type SampleFigures, sampleFigures } from './server/features/sample/sample-figures.ts';
import { markdownToHtml } from './server/platform/text/markdown.ts';
import { policyRows } from './server/tables/data-map.ts';
import { type FeeSchedule, startFees } from './shared/fees.ts';
import type { Page } from './shared/pages.ts';
import { currentPolicy } from './shared/policy-versions.ts';
import { startContent } from './shared/site-content.ts';
import { site } from './web/site/entry-server.tsx';

/** Every figure of the fees changed, so that a figure from elsewhere stands out. */
const fees: FeeSchedule = {
  version: 2,
  sale: 8_831_00,
  errorsAndOmissions: 8_832_00,
  upperTierPrice: 8_833_000_00,
  upperTierRate: 7_31,
  upperTierStep: 88_340_00,
  upperTierFeePerStep: 8_835_00,
  lease: 8_836_00,
  leaseRate: 7_32,
  referral: 8_837_00,
  referralRate: 7_33,
  coordinator: 8_838_00,
  shortSale: 8_839_00,
  annual: 8_840_00,
};

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

const shown = (page: Page, by: FeeSchedule = fees) =>
  site.renderPage(page, {
    ...startContent,
    fees: by,
    brokerage,
    path: '/',
    year: 2026,
    version: '1.2.3',
    assets,
  });

it.each(pages)('the page $kind holds no figure of a fee but those in force', (page) => {
  const html = shown(page);
  // Texts and descriptions that people read, not the numbers of styles and drawings.
  expect(html.match(/\$(475|125|100|500|795|150|399|1,000,000|100,000)(?![\d,])/g)).toBeNull();
  expect(readable(html).match(/(?<![\d.])(5|10)%/g)).toBeNull();
});

it('the pages show the fees as they are now', () => {
  const [landing, , article] = pages.map((page) => shown(page));
  for (const html of [landing, article]) expect(html).toContain('from $8,831 per residential transaction');
});

it('a fee of 0 has no line on any page', () => {
  const zeros: FeeSchedule = {
    ...fees,
    sale: 0,
    errorsAndOmissions: 0,
    upperTierRate: 0,
    upperTierFeePerStep: 0,
    lease: 0,
    leaseRate: 0,
    referral: 0,
    referralRate: 0,
    coordinator: 0,
    shortSale: 0,
    annual: 0,
  };
  const words = readable(shown({ kind: 'landing', testimonials: [] }, zeros)).replace(/\s+/g, ' ');
  // The promise of no monthly fee, the sentence of the owner, and the other brokerage's fees of a month.
  const others = /\$0 a month|a month \$0|from \$0 per residential transaction|Monthly fees 12 × \$0 \$0/g;
  expect(words.replace(others, '').match(/(?<![\d−])\$0(?![\d.,])/g)).toBeNull();
  for (const gone of ['Short sale processing', 'Annual or start-up', 'annual fee of', 'Transaction fee'])
    expect(words).not.toContain(gone);
});

it('says next to the fees and the calculator that commissions are negotiable', () => {
  const html = shown({ kind: 'landing', testimonials: [] });
  const [, table = '', calculator = ''] = html.split(/id="(?:fee-structure|calculator)"/);
  for (const part of [table, calculator])
    expect(readable(part).replace(/\s+/g, ' ')).toContain(
      'Commissions are not set by law and are negotiable',
    );
});

it('no sample text holds a figure that follows from other fees than the present ones', () => {
  const real = sampleFigures(startFees);
  // The texts reason about sales around the tier: what they say of other tiers is no figure of these.
  const { upperTierPrice, upperTierStep } = startFees;
  const present = sampleFigures({ ...fees, upperTierPrice, upperTierStep });
  const old = new Set<string>();
  const recorded: SampleFigures = Object.fromEntries(
    Object.entries(real).map(([name, figure]) => [
      name,
      (...numbers) => {
        const before = figure(...numbers);
        if (/\d/.test(before) && before !== present[name]?.(...numbers)) old.add(before);
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
    sampleArticles(present).map(({ title, snippet, text }) => [
      title,
      shown({
        kind: 'article',
        article: { ...article, title, snippet },
        cover: null,
        html: markdownToHtml(text),
        minutes: 1,
        updated: article.date,
      }),
    ]),
  );
  texts.set(
    'testimonials',
    sampleTestimonials(present)
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
