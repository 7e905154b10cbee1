import react from '@vitejs/plugin-react';
import { createServer, isRunnableDevEnvironment, type Plugin, type ViteDevServer } from 'vite';
import type { Page, PageContext, SiteRenderer } from '../../../shared/pages.ts';
import type { SiteContent } from '../../../shared/site/site-content.ts';
import { dialedBy } from '../phone.ts';
import { version } from '../project-folder.ts';
import { officeShell } from './office-shell.ts';
import { PageCache } from './page-cache.ts';
import { styleSheetOf } from './render.ts';
import type { Site } from './site.ts';

/** For `npm run dev` only: pages from the sources, with reload on change. */
export function devSite(): Site {
  let site: SiteRenderer | undefined;
  function loaded(): SiteRenderer {
    if (!site) throw new Error('The pages have not been loaded');
    return site;
  }
  const contextOf = (path: string, content: SiteContent, scripts: string[]): PageContext => ({
    ...content,
    brokerage: { ...content.brokerage, dial: dialedBy(content.brokerage.phone) || undefined },
    path,
    version,
    year: new Date().getFullYear(),
    assets: { css: '', scripts, fonts: [] },
  });
  const styleSheet = (page: Page) => `/src/web/site/${styleSheetOf(page)}`;
  return {
    renderer: {
      page(page, path, content) {
        const html = loaded().renderPage(page, contextOf(path, content, ['/src/web/site/loader.ts']));
        return withClient(html, `<link rel="stylesheet" href="${styleSheet(page)}">`);
      },
      preview: (page, path, content) =>
        loaded().renderPreview(page, contextOf(path, content, []), styleSheet(page)),
      pagePolicy: policy,
      build: '',
      officeShell: ({ brokerage }) =>
        withClient(
          officeShell(brokerage, '', {
            script: 'src/web/office/main.tsx',
            styles: [],
            modules: [],
            fonts: [],
          }),
        ),
      officePolicy: policy,
    },
    // Always outdated, so that nothing is cached between requests.
    pageCache() {
      let version = 0;
      const changing = {
        get current() {
          return version++;
        },
        outdated: true,
        refresh: async () => {},
        changed: async () => {},
      };
      return new PageCache(changing);
    },
    async keepFiles() {},
    async serveFiles(app) {
      const vite = await createServer({
        server: { middlewareMode: true, hmr: { server: app.server } },
        appType: 'custom',
        plugins: [reloadOnChangeOfPages],
      });
      app.addHook('preClose', () => {
        // At once: otherwise the browser reloads before the next process runs.
        app.server.close();
        app.server.closeAllConnections();
        return vite.close();
      });
      app.addHook('onRequest', async (request, reply) => {
        await passOn(vite, request.raw, reply.raw);
        site = await loadSite(vite);
      });
    },
  };
}

// Vite injects inline styles and scripts, and uses a web socket.
const policy =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self' ws:; worker-src blob:";

const client = `<script type="module">${react.preambleCode.replace('__BASE__', '/')}</script>
<script type="module" src="/@vite/client"></script>`;

const withClient = (html: string, more = '') => html.replace('<head>', `<head>${client}${more}`);

/** Resolves for requests that Vite does not handle; otherwise never, as Vite has responded. */
function passOn(vite: ViteDevServer, ...[request, response]: Parameters<ViteDevServer['middlewares']>) {
  return new Promise<void>((resolve, reject) => {
    vite.middlewares(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
  });
}

async function loadSite({ environments }: ViteDevServer): Promise<SiteRenderer> {
  const { ssr } = environments;
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite cannot render pages');
  const loaded = await ssr.runner.import<{ site: SiteRenderer }>('/src/web/site/entry-server.tsx');
  return loaded.site;
}

/** Browsers do not load server-rendered modules, so Vite would not reload for them. */
const reloadOnChangeOfPages: Plugin = {
  name: 'reload-on-change-of-pages',
  hotUpdate({ modules, server }) {
    if (this.environment.name === 'ssr' && modules.length > 0) {
      server.environments.client.hot.send({ type: 'full-reload' });
    }
  },
};
