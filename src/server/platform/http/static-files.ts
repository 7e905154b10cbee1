import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { AssetArchive } from './asset-archive.ts';
import { Prepared, prepare, sendPrepared } from './prepared.ts';

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** Images and fonts are already compressed. */
const isText = (type: string) => type.includes('charset') || /svg|json/.test(type);

/** About two builds. */
const maxArchived = 300;

const oneYear = 'public, max-age=31536000, immutable';
const oneHour = 'public, max-age=3600';

/** Serves the build from memory at fixed addresses: no request becomes a file system path. */
export async function staticFiles(app: FastifyInstance, folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const file of files) {
    const type = contentTypes[extname(file.name)];
    if (!file.isFile() || !type) continue;
    const path = join(file.parentPath, file.name);
    const url = path.slice(folder.length).replaceAll('\\', '/');
    const cacheControl = url.startsWith('/assets/') ? oneYear : oneHour;
    const body = once(() => load(path, type));
    app.get(url, async (request, reply) => {
      const prepared = await body();
      reply.header('content-type', type).header('cache-control', cacheControl);
      return sendPrepared(request, reply, prepared);
    });
  }
}

/** Files of other builds that `archive` holds; too few requests to be worth much memory. */
export function archivedFiles(app: FastifyInstance, archive: AssetArchive): void {
  const bodies = new Map<string, () => Promise<Prepared>>();
  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const { name } = request.params;
    const type = contentTypes[extname(name)];
    const path = type && (await archive.find(name));
    if (!path) return reply.callNotFound();
    if (bodies.size >= maxArchived) bodies.clear();
    const body = bodies.get(name) ?? once(() => load(path, type));
    bodies.set(name, body);
    const prepared = await body();
    reply.header('content-type', type).header('cache-control', oneYear);
    return sendPrepared(request, reply, prepared);
  });
}

async function load(path: string, type: string): Promise<Prepared> {
  const content = await readFile(path);
  return isText(type) ? prepare(content) : new Prepared(content);
}

/** Caches the result of the first call, unless it fails. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work().catch((error: unknown) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}
