import { imageUrl } from '../../../shared/images/images.ts';
import type { Page } from '../../../shared/pages.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import type { Question } from '../../../shared/site/site-content.ts';

const context = 'https://schema.org';
const frontPage = /^https?:\/\/[^/]+\/?$/;

/** California requires the license number in advertising. */
export const businessData = (brokerage: Brokerage) => ({
  '@context': context,
  ...publisher(brokerage),
  legalName: brokerage.legalName,
  telephone: brokerage.phone,
  email: brokerage.email,
  address: brokerage.address,
  areaServed: 'California',
  image: `${brokerage.baseUrl}/og.png`,
  ...(brokerage.logo_id && { logo: brokerage.baseUrl + imageUrl(brokerage.logo_id, 'logo') }),
  identifier: { '@type': 'PropertyValue', name: 'California DRE license', value: brokerage.license },
  // A network's front page, the default until a link is set, is no profile.
  sameAs: brokerage.social.map(({ url }) => url).filter((url) => !frontPage.test(url)),
});

/** Undefined without questions. */
export const questionsData = (questions: Question[]) =>
  questions.length === 0
    ? undefined
    : {
        '@context': context,
        '@type': 'FAQPage',
        mainEntity: questions.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      };

export const siteData = (brokerage: Brokerage) => ({
  '@context': context,
  '@type': 'WebSite',
  name: brokerage.name,
  url: `${brokerage.baseUrl}/`,
  inLanguage: 'en-US',
  // Described in full on the same page.
  publisher: { '@id': publisher(brokerage)['@id'] },
});

/** `updated` is an ISO timestamp. */
export function articleData(
  { article, cover, updated }: Extract<Page, { kind: 'article' }>,
  brokerage: Brokerage,
) {
  const { baseUrl } = brokerage;
  const address = `${baseUrl}/articles/${article.slug}`;
  return [
    {
      '@context': context,
      '@type': 'Article',
      headline: article.title,
      description: article.snippet,
      datePublished: article.date,
      dateModified: updated,
      mainEntityOfPage: address,
      image: `${baseUrl}${cover ? imageUrl(cover.id, 'cover') : '/og.png'}`,
      inLanguage: 'en-US',
      author: publisher(brokerage),
      publisher: publisher(brokerage),
    },
    {
      '@context': context,
      '@type': 'BreadcrumbList',
      itemListElement: [
        { name: 'Home', item: `${baseUrl}/` },
        { name: 'Articles', item: `${baseUrl}/articles` },
        { name: article.title, item: address },
      ].map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
    },
  ];
}

const publisher = ({ name, baseUrl }: Brokerage) => ({
  '@type': 'RealEstateAgent',
  '@id': `${baseUrl}/#brokerage`,
  name,
  url: `${baseUrl}/`,
});
