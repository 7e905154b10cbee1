import fc from 'fast-check';
import { expect, it } from 'vitest';
import { strangeFigures } from '../test/factories.ts';
import { sampleArticles } from './server/features/sample/sample.articles.ts';
import { sampleTestimonials } from './server/features/sample/sample.testimonials.ts';
import { type SampleFigures, sampleFigures } from './server/features/sample/sample-figures.ts';
import { markdownToHtml } from './server/platform/text/markdown.ts';
import { policyRows } from './server/tables/data-map.ts';
import { type FeeSchedule, startFees } from './shared/fees/fees.ts';
import { generatedFees } from './shared/fees/generated-fees.ts';
import type { Page } from './shared/pages.ts';
import { currentPolicy } from './shared/privacy/policy-versions.ts';
import { fromFee, startContent, withFee } from './shared/site/site-content.ts';
import { site } from './web/site/entry-server.tsx';

const fees: FeeSchedule = { version: 2, ...strangeFigures };

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

const testimonial = {
  _id: article._id,
  name: 'Ann',
  date: article.date,
  html: '<p>Good.</p>',
  isExcerpt: false,
  image_url: null,
  image_id: null,
  license: null,
  rating: null,
};

/** Every page there is. */
const pageOf: { [Kind in Page['kind']]: Extract<Page, { kind: Kind }> } = {
  landing: { kind: 'landing', testimonials: [] },
  testimonials: { kind: 'testimonials', testimonials: [testimonial] },
  testimonial: { kind: 'testimonial', testimonial },
  articles: { kind: 'articles', articles: [article], page: 1, pages: 1 },
  article: { kind: 'article', article, cover: null, html: '<p>Text</p>', minutes: 1, updated: article.date },
  contact: { kind: 'contact', form: { started: '', sent: false, values: {}, errors: [] } },
  login: { kind: 'login' },
  'reset-password': { kind: 'reset-password' },
  'set-password': { kind: 'set-password' },
  setup: { kind: 'setup' },
  accessibility: { kind: 'accessibility' },
  privacy: { kind: 'privacy', version: currentPolicy, held: policyRows() },
  policies: { kind: 'policies', policies: [policy] },
  policy: { kind: 'policy', policy: { ...policy, description: '', html: '<p>Text</p>', files: [] } },
  'privacy-request': { kind: 'privacy-request', form: { sent: false, values: {}, errors: [] } },
  'privacy-confirm': { kind: 'privacy-confirm', state: 'ask' },
  join: { kind: 'join', view: 'declined' },
  'api-docs': { kind: 'api-docs', calls: [] },
  'not-found': { kind: 'not-found' },
};
const pages: Page[] = Object.values(pageOf);

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

it.each([pageOf.landing, pageOf.article, pageOf.login, pageOf['reset-password']])(
  'the page $kind says from which fee',
  (page) => expect(readable(shown(page))).toContain('from $8,831 per residential transaction'),
);

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

it.each(pages)('a fee of 0 has no line on the page $kind', (page) => {
  const html = shown(page, zeros);
  const words = readable(html).replace(/\s+/g, ' ');
  // The promise of no monthly fee, and the other brokerage's fees of a month.
  const others = /\$0 a month|a month \$0|Monthly fees 12 × \$0 \$0/g;
  expect(words.replace(others, '').match(/(?<![\d−])\$0(?![\d.,])/g)).toBeNull();
  // Descriptions for search engines, too.
  expect(html).not.toMatch(/from \$0|per residential transaction/);
  for (const gone of ['Short sale processing', 'Annual or start-up', 'annual fee of', 'Transaction fee'])
    expect(words).not.toContain(gone);
  expect(html).not.toMatch(/<tbody[^>]*><\/tbody>/);
});

it('where no transaction has a fee, one row of the table says so', () => {
  const words = readable(shown(pageOf.landing, zeros)).replace(/\s+/g, ' ');
  expect(words).toContain('Sales, leases and referrals No fee');
});

it('E&O is called included in a fee only where there is one', () => {
  const landing = (by: FeeSchedule) => readable(shown(pageOf.landing, by)).replace(/\s+/g, ' ');
  expect(landing(fees)).toContain('From there up it is included in the fee.');
  expect(landing(fees)).toContain('Sales of $8,833,000 or more Included in the fee');
  const free = landing({ ...fees, upperTierRate: 0, upperTierFeePerStep: 0 });
  expect(free).not.toContain('ncluded in the fee');
  expect(free).toContain('From there up it is included.');
  expect(free).toContain('Sales of $8,833,000 or more Included');
});

it.each([
  [
    `100% commission${fromFee}. No split.`,
    '100% commission, from $8,831 per residential transaction. No split.',
    '100% commission. No split.',
  ],
  ['You pay {fee} a sale.', 'You pay $8,831 a sale.', 'You pay $0 a sale.'],
])('the sentence %j of the hero has the fee of a sale', (sentence, charged, free) => {
  expect([withFee(sentence, fees), withFee(sentence, zeros)]).toEqual([charged, free]);
});

it('says next to the fees and the calculator that commissions are negotiable', () => {
  const html = shown({ kind: 'landing', testimonials: [] });
  const [, table = '', calculator = ''] = html.split(/id="(?:fee-structure|calculator)"/);
  for (const part of [table, calculator])
    expect(readable(part).replace(/\s+/g, ' ')).toContain(
      'Commissions are not set by law and are negotiable',
    );
});

it('no sample text of any fees holds a figure that cannot be computed; of the present ones all are there', () => {
  const texts = (by: FeeSchedule) => {
    const figures = sampleFigures(by);
    return [
      ...sampleArticles(figures).map(({ snippet, text }) => `${snippet} ${text}`),
      ...sampleTestimonials(figures).map(({ testimonial }) => testimonial),
    ];
  };
  const all = texts(startFees).length;
  expect(all).toBe(21);
  expect(texts(zeros).length).toBeLessThan(all);
  fc.assert(
    fc.property(generatedFees, (by) => {
      expect(texts(by).join(' ')).not.toMatch(/NaN|∞|Infinity|undefined/);
    }),
    { examples: [[zeros]], numRuns: 200 },
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
