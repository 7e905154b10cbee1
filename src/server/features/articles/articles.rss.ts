import type { FastifyInstance } from 'fastify';
import type { ArticleSummary } from '../../../shared/pages.ts';
import { cachedFile } from '../../platform/pages/cached-file.ts';
import { escapeXml } from '../../platform/pages/xml.ts';
import type { Parts } from '../../platform/parts.ts';
import { listSummaries } from './published-articles.service.ts';

const newest = 50;

export function rssRoutes(site: FastifyInstance, parts: Parts): void {
  cachedFile(site, parts, '/rss.xml', 'application/rss+xml; charset=utf-8', async () => {
    const { name, baseUrl } = parts.config.brokerage;
    const articles = await listSummaries(parts.db, { limit: newest });
    return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escapeXml(name)} articles</title>
<link>${escapeXml(baseUrl)}/articles</link>
<description>News and working notes for California real estate agents.</description>
<language>en-us</language>
<atom:link href="${escapeXml(baseUrl)}/rss.xml" rel="self" type="application/rss+xml"/>
${articles.map((article) => item(article, baseUrl)).join('\n')}
</channel>
</rss>
`;
  });
}

/** Identify items by id: the slug may change. */
const item = ({ _id, title, snippet, slug, date }: ArticleSummary, baseUrl: string) => `<item>
<title>${escapeXml(title)}</title>
<link>${escapeXml(baseUrl)}/articles/${slug}</link>
<guid isPermaLink="false">urn:uuid:${_id}</guid>
<pubDate>${new Date(date).toUTCString()}</pubDate>
<description>${escapeXml(snippet)}</description>
</item>`;
