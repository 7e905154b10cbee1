import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { AssetArchive } from '../http/asset-archive.ts';
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
  /** Stores the files of this build for processes of other versions. Call it before a page is sent, and daily. */
  keepFiles(): Promise<void>;
}

const client = join(projectFolder, 'build/client');

/** The site built by `npm run build`. @throws OperatorError without a build */
export async function builtSite({ assetsDir }: Pick<Config, 'assetsDir'>): Promise<Site> {
  const archive = new AssetArchive(assetsDir);
  return {
    renderer: await builtRenderer(),
    pageCache: (content) => new PageCache(content),
    serveFiles: (app) => staticFiles(app, client, archive),
    keepFiles: () => archive.keep(join(client, 'assets')),
  };
}

async function builtRenderer(): Promise<Renderer> {
  try {
    return await loadRenderer();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOENT' && code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new OperatorError(
      'The site has not been built yet. Run npm run build first; npm start does it by itself.',
    );
  }
}
