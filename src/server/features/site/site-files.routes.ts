/** Files for programs: `robots.txt`, icons, `security.txt`. */

import type { FastifyInstance } from 'fastify';
import { imageKinds, logoUrl } from '../../../shared/images/images.ts';
import { day } from '../../../shared/time.ts';
import { cachedFile } from '../../platform/pages/cached-file.ts';
import type { Parts } from '../../platform/parts.ts';

/** RFC 9116 advises less than a year. */
const securityContactLifetime = 180 * day;

const notForVisitors = [
  '/api/*',
  '/dashboard',
  '/dashboard/*',
  '/login',
  '/reset-password',
  '/reset-password/*',
  '/setup',
  '/account-settings',
  '/admin',
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

const ownIcons = [
  { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
  { src: '/apple-touch-icon.png', type: 'image/png', sizes: '180x180' },
];

const logoIcons = (id: string) =>
  imageKinds.logo.widths.map((width) => ({
    src: logoUrl(id, width),
    type: 'image/png',
    sizes: `${width}x${width}`,
  }));

export function siteFilesRoutes(site: FastifyInstance, parts: Parts): void {
  const { config } = parts;
  cachedFile(site, parts, '/robots.txt', 'text/plain; charset=utf-8', async () =>
    [
      'User-agent: *',
      'Allow: /api/docs',
      'Disallow: /api',
      'Disallow: /dashboard',
      '',
      `Sitemap: ${config.brokerage.baseUrl}/sitemap.xml`,
      '',
    ].join('\n'),
  );
  // RFC 9116.
  site.get('/.well-known/security.txt', async (_request, reply) => {
    const { baseUrl, email } = config.brokerage;
    const expires = `${new Date(Date.now() + securityContactLifetime).toISOString().slice(0, 10)}T00:00:00.000Z`;
    reply.headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' });
    return [
      `Contact: mailto:${email}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${baseUrl}/.well-known/security.txt`,
      '',
    ].join('\n');
  });
  // W3C: password managers lead people here.
  site.get('/.well-known/change-password', async (_request, reply) =>
    reply.redirect('/dashboard/change-password', 302),
  );
  // Clients that request this old name may not support SVG.
  site.get('/favicon.ico', async (_request, reply) => {
    const { logo_id } = config.brokerage;
    return logo_id ? reply.redirect(logoUrl(logo_id, 96), 302) : reply.redirect('/apple-touch-icon.png', 301);
  });
  cachedFile(site, parts, '/speculation-rules.json', 'application/speculationrules+json', async () =>
    JSON.stringify(speculationRules),
  );
  cachedFile(site, parts, '/site.webmanifest', 'application/manifest+json', async () => {
    const { name, logo_id } = config.brokerage;
    return JSON.stringify({
      name,
      short_name: name,
      start_url: '/',
      display: 'browser',
      background_color: '#fbf8f3',
      theme_color: '#10312f',
      icons: logo_id ? logoIcons(logo_id) : ownIcons,
    });
  });
}
