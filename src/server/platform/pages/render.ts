import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { Page, PageAssets, PageContext, SiteRenderer, Teaser } from '../../../shared/pages.ts';
import type { SiteContent } from '../../../shared/site/site-content.ts';
import { contentSecurityPolicy, cspHash } from '../http/security-headers.ts';
import { dialedBy } from '../phone.ts';
import { projectFolder, version } from '../project-folder.ts';
import { officeShell } from './office-shell.ts';

export interface Renderer {
  /** The complete HTML of a page; `path` is its address. */
  page(page: Page, path: string, content: SiteContent): string;
  /** The page for a frame in the office, and what search engines and shared links show of it. */
  preview(page: Page, path: string, content: SiteContent): Teaser & { html: string };
  pagePolicy: string;
  officeShell(content: SiteContent): string;
  officePolicy: string;
  /** When the build was made, and a hash of the files for browsers: `2026-01-01T00:00:00.000Z/1a2b3c4d`. */
  build: string;
}

const build = join(projectFolder, 'build');

const manifestForm = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.array(z.string()).optional(),
    assets: z.array(z.string()).optional(),
    imports: z.array(z.string()).optional(),
  }),
);
const builtForm = z.object({ at: z.iso.datetime() });
type Manifest = z.output<typeof manifestForm>;
type Part = Manifest[string];

/** Loads the build. @throws Error when there is none */
export async function loadRenderer(): Promise<Renderer> {
  const manifestText = await readFile(`${build}/client/.vite/manifest.json`, 'utf8');
  const manifest = manifestForm.parse(JSON.parse(manifestText));
  const { at } = builtForm.parse(JSON.parse(await readFile(`${build}/client/.vite/built.json`, 'utf8')));
  const id = `${at}/${createHash('sha256').update(manifestText).digest('hex').slice(0, 8)}`;
  const { site }: { site: SiteRenderer } = await import(pathToFileURL(`${build}/ssr/entry-server.js`).href);
  const sheet = (key: string) => readFile(`${build}/client/${part(manifest, key).file}`, 'utf8');
  const css = await sheet(`src/web/site/${plainStyles}`);
  // Separate: inlined CSS delays the first paint, so pages carry only their own.
  const landingCss = await sheet(`src/web/site/${landingStyles}`);
  const printStyles = `/${part(manifest, 'src/web/site/landing/print.css').file}`;
  const loader = part(manifest, 'src/web/site/loader.ts');
  const office = part(manifest, 'src/web/office/main.tsx');
  // The rest of Latin is fetched when a page has one of its characters.
  const fonts = (office.assets ?? []).filter((file) => file.endsWith('.woff2') && !file.includes('-latin-'));
  const assets: Omit<PageAssets, 'css' | 'printStyles'> = {
    scripts: [loader, ...importedBy(manifest, loader)].map(({ file }) => `/${file}`),
    fonts: fonts.map((file) => `/${file}`),
  };
  const contextOf = (path: string, content: SiteContent, given: PageAssets): PageContext => ({
    ...content,
    brokerage: { ...content.brokerage, dial: dialedBy(content.brokerage.phone) || undefined },
    path,
    version,
    year: new Date().getFullYear(),
    assets: given,
  });
  return {
    page: (page, path, content) =>
      site.renderPage(
        page,
        contextOf(path, content, {
          ...assets,
          css: styleSheetOf(page) === landingStyles ? landingCss : css,
          printStyles: page.kind === 'landing' ? printStyles : undefined,
        }),
      ),
    preview(page, path, content) {
      const stylesheet = `/${part(manifest, `src/web/site/${styleSheetOf(page)}`).file}`;
      return site.renderPreview(
        page,
        contextOf(path, content, { css: '', scripts: [], fonts: [] }),
        stylesheet,
      );
    },
    pagePolicy: contentSecurityPolicy({
      scripts: [cspHash(site.inlineScript)],
      styles: [cspHash(css), cspHash(landingCss)],
    }),
    build: id,
    officeShell: ({ brokerage }) =>
      officeShell(brokerage, id, {
        script: office.file,
        styles: office.css ?? [],
        modules: importedBy(manifest, office).map(({ file }) => file),
        fonts,
      }),
    officePolicy: contentSecurityPolicy(),
  };
}

const plainStyles = 'site.css';
const landingStyles = 'landing/landing-page.css';
/** Testimonials look as in the carousel. */
const withLandingStyles: ReadonlySet<Page['kind']> = new Set(['landing', 'testimonials']);

/** Its path in src/web/site. */
export const styleSheetOf = ({ kind }: Page): string =>
  withLandingStyles.has(kind) ? landingStyles : plainStyles;

/** All transitive imports, so that the browser loads them at once. */
function importedBy(manifest: Manifest, { imports = [] }: Part, found = new Set<Part>()): Part[] {
  for (const needed of imports.map((key) => part(manifest, key))) {
    if (found.has(needed)) continue;
    found.add(needed);
    importedBy(manifest, needed, found);
  }
  return [...found];
}

function part(manifest: Manifest, key: string): Part {
  const found = manifest[key];
  if (!found) throw new Error(`${key} is missing from the build; run npm run build`);
  return found;
}
