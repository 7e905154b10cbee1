import type { FastifyInstance } from 'fastify';
import { cachedFile } from '../../platform/pages/cached-file.ts';
import type { Parts } from '../../platform/parts.ts';

const notForVisitors = [
  ...['/api/*', '/dashboard', '/dashboard/*', '/login', '/reset-password', '/reset-password/*'],
  ...['/setup', '/account-settings', '/admin'],
];

/** Pages of the site that a visitor seems about to open are fetched ahead, on pressing or resting on a link. */
const speculationRules = {
  prefetch: [
    {
      source: 'document',
      eagerness: 'moderate',
      where: { and: [{ href_matches: '/*' }, { not: { href_matches: notForVisitors } }] },
    },
  ],
};

/** What programs ask a site for: what to leave alone, what to fetch ahead, how to look as an installed app. */
export function siteFilesRoutes(site: FastifyInstance, parts: Parts): void {
  const { name, baseUrl } = parts.config.brokerage;
  cachedFile(site, parts, '/robots.txt', 'text/plain; charset=utf-8', async () =>
    [
      'User-agent: *',
      'Allow: /api/docs',
      'Disallow: /api',
      'Disallow: /dashboard',
      '',
      `Sitemap: ${baseUrl}/sitemap.xml`,
      '',
    ].join('\n'),
  );
  // Whoever asks for this old name may not know SVG.
  site.get('/favicon.ico', async (_request, reply) => reply.redirect('/apple-touch-icon.png', 301));
  cachedFile(site, parts, '/speculation-rules.json', 'application/speculationrules+json', async () =>
    JSON.stringify(speculationRules),
  );
  cachedFile(site, parts, '/site.webmanifest', 'application/manifest+json', async () =>
    JSON.stringify({
      name,
      short_name: name,
      start_url: '/',
      display: 'browser',
      background_color: '#fbf8f3',
      theme_color: '#10312f',
      icons: [
        { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
        { src: '/apple-touch-icon.png', type: 'image/png', sizes: '180x180' },
      ],
    }),
  );
}
