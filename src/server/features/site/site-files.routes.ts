import type { FastifyInstance } from 'fastify';
import { cachedFile } from '../../platform/pages/cached-file.ts';
import type { Parts } from '../../platform/parts.ts';

const notForVisitors = [
  ...['/api/*', '/dashboard', '/dashboard/*', '/login', '/reset-password', '/reset-password/*'],
  ...['/setup', '/account-settings', '/admin'],
];

const speculationRules = {
  prefetch: [
    {
      source: 'document',
      eagerness: 'moderate',
      where: { and: [{ href_matches: '/*' }, { not: { href_matches: notForVisitors } }] },
    },
  ],
};

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
  // Clients that request this old name may not support SVG.
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
