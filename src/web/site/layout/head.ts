import type { Page, PageContext } from '../../../shared/pages.ts';

/** What search engines, feed readers and link previews are told about a page. */
export interface Head {
  title: string;
  description: string;
  /** Undefined for pages that have no place in a search index. */
  canonical: string | undefined;
  type: 'website' | 'article';
  /** Structured data, in schema.org's words. */
  jsonLd: object[];
}

/** The head of a page; every title ends in the brokerage's name. */
export function headOf(page: Page, { brokerage, path }: PageContext): Head {
  const canonical = `${brokerage.baseUrl}${path === '/' ? '' : path}`;
  const base = { canonical, type: 'website' as const, jsonLd: [] };
  switch (page.kind) {
    case 'landing':
      return {
        ...base,
        title: `${brokerage.name}: keep 100% of your commission`,
        description:
          'Flat-fee real estate brokerage for California agents: 100% commission, no monthly fee, from $475 per residential transaction.',
      };
    case 'login':
      return { ...base, title: `Sign in · ${brokerage.name}`, description: 'Sign in to the members’ area.' };
    default:
      return {
        ...base,
        canonical: undefined,
        title: `Page not found · ${brokerage.name}`,
        description: 'This page does not exist.',
      };
  }
}
