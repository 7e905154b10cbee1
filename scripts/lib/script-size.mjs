import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const compress = promisify(brotliCompress);
/** Bytes of an answer's headers, over HTTP/1.1 as Chromium counts them. */
const headers = 644;
const fileName = /([\w.-]+)-[\w-]{7}\.js/g;

/** @param {string} _ @param {string} name */
const withStableHash = (_, name) =>
  `${name}-${createHash('sha256').update(name).digest('base64url').slice(0, 7)}.js`;

/**
 * Bytes of script, compressed by brotli, that a browser loads for sources of the client's build.
 * @param {string[]} entries
 * @param {{ withLater?: boolean, withHeaders?: boolean, stableNames?: boolean, beyond?: string[], client?: string }} [options]
 *   withLater: with what they load on demand, too; withHeaders: and with the headers of each file; stableNames: hashes of names in
 *   place of those of contents, which compress by luck; beyond: sources that are loaded already; client: the folder of the build
 */
export async function scriptSize(
  entries,
  { withLater = false, withHeaders = false, stableNames = false, beyond = [], client = 'build/client' } = {},
) {
  /** @type {Record<string, { file: string, imports?: string[], dynamicImports?: string[] }>} */
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'));
  /** @param {string[]} from @param {boolean} later */
  const reached = (from, later) => {
    /** @type {Set<string>} */
    const files = new Set();
    const seen = new Set();
    /** @param {string} key */
    const collect = (key) => {
      const part = manifest[key];
      if (!part) throw new Error(`${key} is no part of the build`);
      if (seen.has(key)) return;
      seen.add(key);
      files.add(part.file);
      for (const next of part.imports ?? []) collect(next);
      if (later) for (const next of part.dynamicImports ?? []) collect(next);
    };
    for (const key of from) collect(key);
    return files;
  };
  const loaded = reached(beyond, false);
  let size = 0;
  for (const file of reached(entries, withLater)) {
    if (loaded.has(file)) continue;
    const script = readFileSync(join(client, file), 'utf8');
    const measured = stableNames ? script.replace(fileName, withStableHash) : script;
    size += (await compress(measured)).length + (withHeaders ? headers : 0);
  }
  return size;
}
