/** The page of a calculation's link. */

import { calculationLabel, changedSince } from '../../../shared/fees/calculation-label.ts';
import {
  type Calculator,
  calculatorFromQuery,
  calculatorToQuery,
  calculatorTransaction,
  feesOfLink,
} from '../../../shared/fees/calculator-link.ts';
import { comparison } from '../../../shared/fees/comparison.ts';
import { differenceLabel, splitLabel } from '../../../shared/fees/comparison-label.ts';
import type { FeeSchedule } from '../../../shared/fees/fees.ts';
import type { SiteContent } from '../../../shared/site/site-content.ts';
import { fairQueue } from '../../platform/fair-queue.ts';
import { type Prepared, prepare } from '../../platform/http/prepared.ts';
import { limitOf } from '../../platform/http/rate-limits.ts';
import { workOfAddresses } from '../../platform/http/work-of-addresses.ts';
import type { Parts } from '../../platform/parts.ts';
import { escapeHtml } from '../../platform/text/escape-html.ts';

/** Some 120 KB each, in all codings. */
const maxPages = 40;

/** One is made at a time: each costs as much as seventy cached pages. */
export const pageTurn = fairQueue({ atOnce: 1, maxWaiting: 3, maxInAll: 100 });

/** The calculator in a request's query, as the calculator writes it; '' for none. */
export function statementQuery(query: unknown): string {
  const pairs = Object.entries(Object(query));
  return calculatorToQuery(calculatorFromQuery(pairs), feesOfLink(pairs));
}

/**
 * Makes the landing page of a calculator's link: the same page, but a message that holds the link shows its figures. The
 * last ones stay in memory, apart from the page cache, which input must not fill. For an address that asks for too many new
 * ones it is the landing page without figures in it, which readers do not see (docs/security.md S3.16).
 */
export function statementPages({ config, siteSettings }: Pick<Parts, 'config' | 'siteSettings'>) {
  const pages = new Map<string, Prepared>();
  const mayMake = workOfAddresses(limitOf(config, 'statement'));
  const make = async (key: string, page: Prepared, query: string): Promise<Prepared> => {
    const html = withStatement(page.raw.toString(), query, siteSettings.current);
    const made = await prepare(html, { compression: 'quick' });
    pages.set(key, made);
    const [oldest] = pages.keys();
    if (pages.size > maxPages && oldest !== undefined) pages.delete(oldest);
    return made;
  };
  return async (page: Prepared, query: string, address: string): Promise<Prepared> => {
    const key = `${page.etag} ${query}`;
    const known = pages.get(key);
    if (known) return known;
    if (!mayMake(address) || !pageTurn.hasPlace(address)) return page;
    // Another request may have asked for it in between.
    return pageTurn(address, async () => pages.get(key) ?? make(key, page, query));
  };
}

function withStatement(html: string, query: string, { brokerage, fees }: SiteContent): string {
  const { baseUrl, name } = brokerage;
  const pairs = [...new URLSearchParams(query)];
  const calculator = calculatorFromQuery(pairs);
  const label = calculationLabel(calculator, fees);
  const since = feesOfLink(pairs) === fees.version ? '' : ` ${changedSince}`;
  const properties = {
    'og:title': `${label} · ${name}`,
    'og:description': descriptionOf(calculator, fees) + since,
    // Some programs read the page that this names, so it is the link itself.
    'og:url': `${baseUrl}/?${query}`,
    // By the fees that it is drawn by, so that no program shows an older one.
    'og:image': `${baseUrl}/statement.png?${calculatorToQuery(calculator, fees.version)}`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': label,
  };
  // With a logo, the page's own card is a small one.
  const withCard = html.replace(
    '"twitter:card" content="summary"',
    '"twitter:card" content="summary_large_image"',
  );
  return Object.entries(properties).reduce(
    (all, [property, content]) => withMeta(all, property, content),
    withCard,
  );
}

function descriptionOf(calculator: Calculator, fees: Readonly<FeeSchedule>): string {
  const transaction = calculatorTransaction(calculator);
  const { difference } = comparison(transaction, calculator.transactionsPerYear, calculator, fees).perYear;
  return `${splitLabel(calculator)} brokerage, and here: ${differenceLabel(difference).replace(/^You/, 'you')} in a year.`;
}

function withMeta(html: string, property: string, content: string): string {
  const before = `<meta property="${property}" content="`;
  const start = html.indexOf(before);
  if (start < 0) return html;
  const from = start + before.length;
  return html.slice(0, from) + escapeHtml(content) + html.slice(html.indexOf('"', from));
}
