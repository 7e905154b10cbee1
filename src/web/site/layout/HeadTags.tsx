import { logoUrl } from '../../../shared/images/images.ts';
import type { PageContext } from '../../../shared/pages.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import type { Head } from './head.ts';

/** The logo, or our own picture. */
function commonImage({ name, baseUrl, logo_id }: Brokerage) {
  if (logo_id) {
    const width = 512;
    return { url: baseUrl + logoUrl(logo_id, width), width, height: width, alt: `Logo of ${name}` };
  }
  const alt = 'A settlement slip: 100% of the commission less a flat fee';
  return { url: `${baseUrl}/og.png`, width: 1200, height: 630, alt };
}

/** The image that shared links show. */
export const imageOf = (head: Head, { brokerage }: PageContext) => head.image ?? commonImage(brokerage);

export function HeadTags({ context, head }: { context: PageContext; head: Head }) {
  const { name, logo_id } = context.brokerage;
  const image = imageOf(head, context);
  return (
    <>
      <meta name="description" content={head.description} />
      {head.canonical ? (
        <link rel="canonical" href={head.canonical} />
      ) : (
        <meta name="robots" content="noindex" />
      )}
      {head.links.map(({ rel, href }) => (
        <link key={rel} rel={rel} href={href} />
      ))}
      <meta property="og:title" content={head.title} />
      <meta property="og:description" content={head.description} />
      <meta property="og:type" content={head.type} />
      <meta property="og:site_name" content={name} />
      {head.canonical && <meta property="og:url" content={head.canonical} />}
      <meta property="og:image" content={image.url} />
      <meta property="og:image:width" content={String(image.width)} />
      <meta property="og:image:height" content={String(image.height)} />
      <meta property="og:image:alt" content={image.alt} />
      <meta name="twitter:card" content={logo_id && !head.image ? 'summary' : 'summary_large_image'} />
      <meta name="theme-color" content="#10312f" />
      <meta name="generator" content={`flat-fee-brokerage ${context.version}`} />
      {logo_id ? (
        <link rel="icon" href={logoUrl(logo_id, 96)} type="image/png" />
      ) : (
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      )}
      <link rel="apple-touch-icon" href={logo_id ? logoUrl(logo_id, 192) : '/apple-touch-icon.png'} />
      <link rel="manifest" href="/site.webmanifest" />
      <link rel="alternate" type="application/rss+xml" title={`${name} articles`} href="/rss.xml" />
      {head.jsonLd.map((data) => (
        <script
          key={JSON.stringify(data)}
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, and without "<" it cannot end the element
          dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replace(/</g, '\\u003c') }}
        />
      ))}
    </>
  );
}
