import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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

const assetsUrl = '/assets/';
const oneYear = 'public, max-age=31536000, immutable';
/** A file of its own may load nothing; shorter than that of pages, which every script would carry. */
const filePolicy = "default-src 'none'; frame-ancestors 'none'";
const oneHour = 'public, max-age=3600';

interface StaticFile {
  type: string;
  body(): Promise<Prepared>;
}

/**
 * Serves the build from memory at fixed addresses, and the files of other builds that `archive` holds: no request becomes
 * a file system path.
 */
export async function staticFiles(
  app: FastifyInstance,
  folder: string,
  archive: AssetArchive,
): Promise<void> {
  const assets = new Map<string, StaticFile>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const file = entry.isFile() ? staticFile(path) : undefined;
    if (!file) continue;
    const url = path.slice(folder.length).replaceAll('\\', '/');
    if (url.startsWith(assetsUrl)) assets.set(url.slice(assetsUrl.length), file);
    else app.get(url, (request, reply) => sendFile(request, reply, file, oneHour));
  }
  const archived = new Map<string, StaticFile>();
  // One route for all: hundreds delay the start (docs/decisions/0007-the-server-is-bundled.md).
  app.get<{ Params: { '*': string } }>(`${assetsUrl}*`, async (request, reply) => {
    const name = request.params['*'];
    const own = assets.get(name);
    if (own) return sendFile(request, reply, own, oneYear);
    const path = await archive.find(name);
    const file = path && (archived.get(name) ?? staticFile(path));
    if (!file) return reply.callNotFound();
    // Too few requests to be worth much memory.
    if (archived.size >= maxArchived && !archived.has(name)) archived.clear();
    archived.set(name, file);
    return sendFile(request, reply, file, oneYear).catch((error: unknown) => {
      archived.delete(name);
      // Deleted by another process.
      if (isMissing(error)) return reply.callNotFound();
      throw error;
    });
  });
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body }: StaticFile,
  cacheControl: string,
): Promise<FastifyReply> {
  const prepared = await body();
  reply.headers({
    'content-type': type,
    'cache-control': cacheControl,
    'content-security-policy': filePolicy,
  });
  return sendPrepared(request, reply, prepared);
}

/** Undefined for files that visitors have no use for. */
function staticFile(path: string): StaticFile | undefined {
  const type = contentTypes[extname(path)];
  return type === undefined ? undefined : { type, body: once(() => load(path, type)) };
}

async function load(path: string, type: string): Promise<Prepared> {
  const content = await readFile(path);
  if (!isText(type)) return new Prepared(content);
  // The build packs what it makes; not what stands in public/, nor builds of earlier versions.
  const brotli = await readFile(`${path}.br`).catch(() => undefined);
  return prepare(content, { brotli });
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
