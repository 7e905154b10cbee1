import type { Article } from './articles.contract.ts';
import type { Brokerage } from './brokerage.ts';
import type { ErrorItem } from './errors.ts';
import type { Testimonial } from './testimonials.contract.ts';

/** An article without its text, as lists show it. */
export type ArticleSummary = Omit<Article, 'text'>;

/** The picture above an article, with its size in pixels and what it shows in words. */
export interface Cover {
  id: string;
  width: number;
  height: number;
  alt: string;
}

/** A testimonial as pages show it. */
export interface ShownTestimonial extends Omit<Testimonial, 'testimonial'> {
  /** Its text as HTML that is safe to put into a page, or the beginning of it. */
  html: string;
  isExcerpt: boolean;
}

/** Every public page with the data it is rendered from. */
export type Page =
  | { kind: 'landing'; testimonials: ShownTestimonial[] }
  | { kind: 'testimonial'; testimonial: ShownTestimonial }
  | { kind: 'articles'; articles: ArticleSummary[]; page: number; pages: number }
  | {
      kind: 'article';
      article: ArticleSummary;
      cover: Cover | null;
      html: string;
      minutes: number;
      updated: string;
    }
  | { kind: 'contact'; form: ContactForm }
  | { kind: 'login' }
  | { kind: 'reset-password' }
  | { kind: 'set-password' }
  | { kind: 'setup' }
  | { kind: 'privacy' }
  | { kind: 'api-docs'; calls: DocumentedCall[] }
  | { kind: 'not-found' };

/** The contact form as it is rendered: empty, sent, or once more with what was typed and what was wrong. */
export interface ContactForm {
  /** Signed time of rendering; comes back with the form. */
  started: string;
  sent: boolean;
  values: Partial<Record<'firstName' | 'lastName' | 'phone' | 'email', string>>;
  errors: ErrorItem[];
}

/** One call of the API as the browsable page shows it. */
export interface DocumentedCall {
  /** Its place on the page, for links. */
  id: string;
  method: string;
  path: string;
  /** The heading that it stands under. */
  group: string;
  summary: string;
  /** Who may make it, in words. */
  access: string;
  fields: DocumentedField[];
  /** The shape of the answer, line by line. */
  response: string;
  /** The call as one types it into a terminal. */
  example: string;
  /** The statuses other than 200 that it may answer. */
  errors: { status: number; meaning: string }[];
}

/** One thing that a call takes. */
export interface DocumentedField {
  name: string;
  place: 'path' | 'query' | 'body';
  required: boolean;
  /** What it may hold, in words. */
  rule: string;
}

/** What every page needs beside its own data. */
export interface PageContext {
  brokerage: Brokerage;
  /** The path that the page is served under, for canonical links and the current item of the navigation. */
  path: string;
  /** For the footer. */
  year: number;
  assets: PageAssets;
}

export interface PageAssets {
  /** Inlined into the page: one response until first paint. */
  css: string;
  /** Addresses of the module scripts, loader first. */
  scripts: string[];
  /** Fonts to preload. */
  fonts: string[];
}

/** What the server-side build of src/web/site/entry-server.tsx offers to the server. */
export interface SiteRenderer {
  /** The whole document, doctype first. */
  renderPage(page: Page, context: PageContext): string;
  /** The one inline script; the server allows it by its hash. */
  inlineScript: string;
}
