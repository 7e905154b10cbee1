import type { Article } from './articles/articles.contract.ts';
import type { ErrorItem } from './errors.ts';
import type { PageFile } from './handbook/handbook.contract.ts';
import type { JoinView } from './joining/join-view.ts';
import type { HeldData, PolicyVersion } from './privacy/policy-versions.ts';
import type { ShownBrokerage } from './site/brokerage.ts';
import type { SiteContent } from './site/site-content.ts';
import type { Testimonial } from './testimonials/testimonials.contract.ts';

export type ArticleSummary = Omit<Article, 'text'>;

/** In pixels. */
export interface Cover {
  id: string;
  width: number;
  height: number;
  alt: string;
}

export interface ShownTestimonial extends Omit<Testimonial, 'testimonial'> {
  /** Sanitised HTML, of the whole text or its beginning. */
  html: string;
  isExcerpt: boolean;
}

/** A page of the handbook that visitors may read. */
export interface PolicySummary {
  title: string;
  slug: string;
  updated: string;
}

export interface PublicPolicy extends PolicySummary {
  /** For search engines. */
  description: string;
  html: string;
  files: PageFile[];
}

export type Page =
  | { kind: 'landing'; testimonials: ShownTestimonial[] }
  | { kind: 'testimonials'; testimonials: ShownTestimonial[] }
  | { kind: 'testimonial'; testimonial: ShownTestimonial }
  | { kind: 'articles'; articles: ArticleSummary[]; page: number; pages: number }
  | {
      kind: 'article';
      article: ArticleSummary;
      /** Only where the site names authors and the account is active. */
      author?: string | null;
      cover: Cover | null;
      html: string;
      minutes: number;
      updated: string;
    }
  | { kind: 'policies'; policies: PolicySummary[] }
  | { kind: 'policy'; policy: PublicPolicy }
  | { kind: 'contact'; form: ContactForm }
  | { kind: 'login' }
  | { kind: 'reset-password' }
  | { kind: 'set-password' }
  | { kind: 'setup' }
  | { kind: 'accessibility' }
  | { kind: 'privacy'; version: PolicyVersion; held: HeldData[] }
  | { kind: 'privacy-request'; form: PrivacyRequestForm }
  | { kind: 'privacy-confirm'; state: 'ask' | 'confirmed' | 'invalid' }
  | ({ kind: 'join' } & JoinView)
  | { kind: 'api-docs'; calls: DocumentedCall[] }
  | { kind: 'not-found' };

export interface ContactForm {
  /** Signed time of rendering, sent back with the form. */
  started: string;
  sent: boolean;
  values: Partial<
    Record<
      'firstName' | 'lastName' | 'phone' | 'email' | 'license' | 'brokerage' | 'dealsPerYear' | 'message',
      string
    >
  >;
  errors: ErrorItem[];
  /** When the office is reminded of a request, as a sentence; absent where it is not, or unknown. */
  reminder?: string | undefined;
  /** After sending: the figures of the calculator that were sent, as keptCalculation. */
  calculation?: string | undefined;
}

export interface PrivacyRequestForm {
  sent: boolean;
  values: Partial<Record<'kind' | 'name' | 'email' | 'details', string>>;
  errors: ErrorItem[];
}

export interface DocumentedCall {
  id: string;
  method: string;
  path: string;
  group: string;
  summary: string;
  access: string;
  fields: DocumentedField[];
  response: string;
  example: string;
  errors: { status: number; meaning: string }[];
}

export interface DocumentedField {
  name: string;
  place: 'path' | 'query' | 'body';
  required: boolean;
  rule: string;
}

export interface PageContext extends SiteContent {
  brokerage: ShownBrokerage;
  /** For canonical links and the navigation's current item. */
  path: string;
  year: number;
  /** The software's version, for reports of faults. */
  version: string;
  assets: PageAssets;
}

export interface PageAssets {
  /** Inlined: one response until first paint. */
  css: string;
  /** Address of the styles for paper, fetched after the rest. */
  printStyles?: string | undefined;
  /** Loader first. */
  scripts: string[];
  fonts: string[];
}

/** The preview of a page in search engines and shared links. */
export interface Teaser {
  title: string;
  description: string;
  image: { url: string; alt: string };
}

export interface SiteRenderer {
  renderPage(page: Page, context: PageContext): string;
  /** For a frame in the office: a page without scripts, its style by the link `stylesheet`. */
  renderPreview(page: Page, context: PageContext, stylesheet: string): Teaser & { html: string };
  /** The CSP allows it by its hash. */
  inlineScript: string;
}
