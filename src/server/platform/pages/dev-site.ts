import react from '@vitejs/plugin-react';
import { createServer, isRunnableDevEnvironment, type Plugin, type ViteDevServer } from 'vite';
import type { Brokerage } from '../../../shared/brokerage.ts';
import type { Page, SiteRenderer } from '../../../shared/pages.ts';
import { officeShell } from './office-shell.ts';
import { PageCache } from './page-cache.ts';
import type { Site } from './site.ts';

/** For `npm run dev` only: pages straight from the sources, and browsers that follow their changes. */
export function devSite(brokerage: Brokerage): Site {
  let site: SiteRenderer | undefined;
  return {
    renderer: {
      page(page, path) {
        if (!site) throw new Error('The pages have not been loaded');
        const assets = { css: '', scripts: ['/src/web/site/loader.ts'], fonts: [] };
        const html = site.renderPage(page, { brokerage, path, year: new Date().getFullYear(), assets });
        return withClient(html, `<link rel="stylesheet" href="/src/web/site/${styleSheet(page)}">`);
      },
      pagePolicy: policy,
      officeShell: withClient(
        officeShell(brokerage.name, {
          script: 'src/web/office/main.tsx',
          styles: [],
          modules: [],
          fonts: [],
        }),
      ),
      officePolicy: policy,
    },
    // Content that is always newer than what was made from it: nothing is kept from one request to the next.
    pageCache() {
      let version = 0;
      const changing = {
        get current() {
          return version++;
        },
        refresh: async () => {},
      };
      return new PageCache(changing);
    },
    async serveFiles(app) {
      const vite = await createServer({
        server: { middlewareMode: true, hmr: { server: app.server } },
        appType: 'custom',
        plugins: [reloadOnChangeOfPages],
      });
      app.addHook('preClose', () => {
        // At once: a browser that still got answers would reload before the next process is there.
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

const styleSheet = (page: Page) => (page.kind === 'landing' ? 'landing/landing-page.css' : 'site.css');

// Vite styles pages and wakes them inline, and talks to them through a web socket.
const policy =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self' ws:; worker-src blob:";

const client = `<script type="module">${react.preambleCode.replace('__BASE__', '/')}</script>
<script type="module" src="/@vite/client"></script>`;

const withClient = (html: string, more = '') => html.replace('<head>', `<head>${client}${more}`);

/** Resolves when the request is none of Vite's; else Vite has answered it, and nobody waits for this any more. */
function passOn(vite: ViteDevServer, ...[request, response]: Parameters<ViteDevServer['middlewares']>) {
  return new Promise<void>((resolve, reject) => {
    vite.middlewares(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
  });
}

/** What renders the pages; only what has changed since the last time is read again. */
async function loadSite({ environments }: ViteDevServer): Promise<SiteRenderer> {
  const { ssr } = environments;
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite cannot render pages');
  const loaded = await ssr.runner.import<{ site: SiteRenderer }>('/src/web/site/entry-server.tsx');
  return loaded.site;
}

/** What is rendered on the server is in no browser, so no browser would notice that it has changed. */
const reloadOnChangeOfPages: Plugin = {
  name: 'reload-on-change-of-pages',
  hotUpdate({ modules, server }) {
    if (this.environment.name === 'ssr' && modules.length > 0) {
      server.environments.client.hot.send({ type: 'full-reload' });
    }
  },
};
