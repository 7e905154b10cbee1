import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Brokerage } from '../../../shared/brokerage.ts';
import { staticFiles } from '../http/static-files.ts';
import { OperatorError } from '../operator-error.ts';
import { projectFolder } from '../project-folder.ts';
import type { ContentVersion } from './content-version.ts';
import { PageCache } from './page-cache.ts';
import { loadRenderer, type Renderer } from './render.ts';

/** Where pages and their files come from: the build, or the sources in development. */
export interface Site {
  renderer: Renderer;
  pageCache(content: ContentVersion): PageCache;
  serveFiles(app: FastifyInstance): Promise<void>;
}

/** The site built by `npm run build`. @throws OperatorError without a build */
export async function builtSite(brokerage: Brokerage): Promise<Site> {
  return {
    renderer: await builtRenderer(brokerage),
    pageCache: (content) => new PageCache(content),
    serveFiles: (app) => staticFiles(app, join(projectFolder, 'build/client')),
  };
}

async function builtRenderer(brokerage: Brokerage): Promise<Renderer> {
  try {
    return await loadRenderer(brokerage);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOENT' && code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new OperatorError(
      'The site has not been built yet. Run npm run build first; npm start does it by itself.',
    );
  }
}
