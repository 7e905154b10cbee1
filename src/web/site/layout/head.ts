import { sentTitle } from '../../../shared/contact/after-sending.ts';
import { imageKinds, imageUrl } from '../../../shared/images/images.ts';
import type { Cover, Page, PageContext } from '../../../shared/pages.ts';
import { currentPolicy } from '../../../shared/privacy/policy-versions.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { fromFee, withFee } from '../../../shared/site/site-content.ts';
import { articleData, businessData, questionsData, siteData } from './structured-data.ts';

export interface Head {
  title: string;
  description: string;
  /** Undefined for pages that must not be indexed. */
  canonical: string | undefined;
  type: 'website' | 'article';
  links: { rel: 'prev' | 'next'; href: string }[];
  image?: { url: string; alt: string; width: number; height: number } | undefined;
  jsonLd: object[];
}

/** Every title contains the brokerage's name. */
export function headOf(page: Page, { brokerage, path, questions, fees }: PageContext): Head {
  const canonical = `${brokerage.baseUrl}${path}`;
  const base = { canonical, type: 'website' as const, links: [], jsonLd: [] };
  const titled = (title: string) => `${title} · ${brokerage.name}`;
  switch (page.kind) {
    case 'landing':
      return {
        ...base,
        title: `${brokerage.name}: keep 100% of your commission`,
        description: withFee(
          `Flat-fee real estate brokerage for California agents: 100% commission, no monthly fee${fromFee}.`,
          fees,
        ),
        jsonLd: [businessData(brokerage), siteData(brokerage), questionsData(questions) ?? []].flat(),
      };
    case 'articles':
      return { ...base, ...listHead(page, brokerage) };
    case 'article':
      return {
        ...base,
        title: titled(page.article.title),
        description: page.article.snippet,
        type: 'article',
        image: page.cover ? previewOf(page.cover, brokerage) : undefined,
        jsonLd: articleData(page, brokerage),
      };
    case 'policies':
      return {
        ...base,
        title: titled('Policies'),
        description: `Policies of ${brokerage.name} for its agents, such as its fees and insurance.`,
      };
    case 'policy':
      return { ...base, title: titled(page.policy.title), description: page.policy.description };
    case 'contact':
      return {
        ...base,
        canonical: page.form.sent ? undefined : canonical,
        title: page.form.sent ? sentTitle(brokerage.name) : titled('Contact us'),
        description: `Ask ${brokerage.name} about joining: leave your name, phone and email, and the office gets back to you.`,
      };
    case 'accessibility':
      return {
        ...base,
        title: titled('Accessibility'),
        description: `How ${brokerage.name} makes this site usable for everyone, its known limits, and how to report a problem.`,
      };
    case 'privacy':
      return {
        ...base,
        canonical: page.version === currentPolicy ? canonical : undefined,
        title: titled('Privacy and GDPR policy'),
        description: `What ${brokerage.name} collects, how long it is kept, and how to see, correct or erase it.`,
      };
    case 'testimonials':
      return {
        ...base,
        title: titled('Testimonials'),
        description: `What agents say about ${brokerage.name}.`,
      };
    case 'testimonial':
      return {
        ...base,
        canonical: undefined,
        title: titled(`Testimonial of ${page.testimonial.name}`),
        description: `What ${page.testimonial.name} says about ${brokerage.name}.`,
      };
    default: {
      const { title, description } = unlistedHeads[page.kind];
      return { ...base, canonical: undefined, title: titled(title), description };
    }
  }
}

function previewOf({ id, alt, width, height }: Cover, { baseUrl }: Brokerage) {
  const largest = imageKinds.cover.widths.at(-1) ?? width;
  return {
    url: `${baseUrl}${imageUrl(id, 'cover')}`,
    alt,
    width: largest,
    height: Math.ceil((largest * height) / width),
  };
}

/** Pages that must not be indexed. */
const unlistedHeads = {
  login: { title: 'Sign in', description: "Sign in to the members' area." },
  'reset-password': { title: 'Reset your password', description: 'Get a link to set a new password.' },
  'set-password': {
    title: 'Set your password',
    description: 'Set a password with the link we emailed you.',
  },
  setup: { title: 'Set up', description: "Create this site's first admin account." },
  'privacy-request': {
    title: 'Privacy request',
    description: 'Ask what we hold about you, or have it corrected or deleted.',
  },
  'privacy-confirm': {
    title: 'Confirm your privacy request',
    description: 'Confirm with the link we emailed you.',
  },
  join: { title: 'Your application', description: 'Apply, read the agreement, and sign it online.' },
  'api-docs': { title: 'API', description: 'Every call of the API with what it takes and answers.' },
  'not-found': { title: 'Page not found', description: 'This page does not exist.' },
};

/** Each page has its own address, or later ones would count as copies; the first has the plain one. */
function listHead({ page, pages }: Extract<Page, { kind: 'articles' }>, brokerage: Brokerage) {
  const address = (number: number) => `${brokerage.baseUrl}/articles${number === 1 ? '' : `?page=${number}`}`;
  const links: Head['links'] = [];
  if (page > 1) links.push({ rel: 'prev', href: address(page - 1) });
  if (page < pages) links.push({ rel: 'next', href: address(page + 1) });
  return {
    title: `Articles${page === 1 ? '' : `, page ${page}`} · ${brokerage.name}`,
    description: `News and advice from ${brokerage.name} for California real estate agents: fees, licensing, contracts, and taxes.`,
    canonical: address(page),
    links,
  };
}
