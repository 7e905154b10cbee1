import type { FastifyInstance } from 'fastify';
import { cachedFile } from '../../platform/pages/cached-file.ts';
import { escapeXml } from '../../platform/pages/xml.ts';
import type { Parts } from '../../platform/parts.ts';
import { listArticleAddresses } from '../articles/published-articles.service.ts';
import { listPolicies } from '../handbook/policies.service.ts';

/** Limit of sitemaps.org. */
const maxAddresses = 50_000;
const fixedPaths = ['/', '/testimonials', '/contact', '/privacy-and-gdpr-policy', '/accessibility'];

/** Lists what customers read, not the sign-in pages and the documentation of the API. */
export function sitemapRoutes(site: FastifyInstance, parts: Parts): void {
  const { baseUrl } = parts.config.brokerage;
  cachedFile(site, parts, '/sitemap.xml', 'application/xml; charset=utf-8', async () => {
    const policies = await listPolicies(parts.db);
    const max = maxAddresses - fixedPaths.length - policies.length - 2;
    const articles = await listArticleAddresses(parts.db, max);
    const lastChange = articles.map(({ updated_at }) => updated_at).reduce(later, '');
    const lastPolicy = policies.map(({ updated }) => updated).reduce(later, '');
    const entries = [
      ...fixedPaths.map((path) => entry(baseUrl + path)),
      entry(`${baseUrl}/policies`, lastPolicy),
      ...policies.map(({ slug, updated }) => entry(`${baseUrl}/policies/${slug}`, updated)),
      entry(`${baseUrl}/articles`, lastChange),
      ...articles.map(({ slug, updated_at }) => entry(`${baseUrl}/articles/${slug}`, updated_at)),
    ];
    return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
  });
}

/** ISO timestamps in UTC sort as text. */
const later = (one: string, other: string) => (one > other ? one : other);

const entry = (address: string, changed = '') =>
  `<url><loc>${escapeXml(address)}</loc>${changed && `<lastmod>${changed}</lastmod>`}</url>`;
