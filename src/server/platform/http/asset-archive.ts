import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { day, second } from '../../../shared/time.ts';

/** How long the files of a build are stored after its last process has stopped. */
const maxAge = 14 * day;

/**
 * The hashed files of this build and of the last ones, in a folder that processes of several versions share: a page of
 * one version may ask another version's process for its files.
 */
export class AssetArchive {
  readonly #folder: string;
  #names = new Set<string>();
  #listedAt = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Adds the files of a folder, renews their age, and deletes files that no process has renewed for long. */
  async keep(own: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const moment = new Date();
    const names = new Set(await readdir(own));
    for (const name of names) {
      const path = join(this.#folder, name);
      await utimes(path, moment, moment).catch(() => copyWhole(join(own, name), path));
    }
    for (const name of await readdir(this.#folder)) {
      if (names.has(name)) continue;
      const path = join(this.#folder, name);
      // Another process may delete it first.
      const age = await stat(path).then(
        ({ mtimeMs }) => Date.now() - mtimeMs,
        () => 0,
      );
      if (age > maxAge) await rm(path, { force: true });
    }
  }

  /** The path of a file, found in a list: no name from a request becomes a path. */
  async find(name: string): Promise<string | undefined> {
    if (!this.#names.has(name) && Date.now() - this.#listedAt > second) {
      this.#listedAt = Date.now();
      const entries = await readdir(this.#folder, { withFileTypes: true }).catch(() => []);
      this.#names = new Set(entries.filter((entry) => entry.isFile()).map((entry) => entry.name));
    }
    return this.#names.has(name) ? join(this.#folder, name) : undefined;
  }
}

/** Renamed when whole, for processes that read or copy at the same time. */
async function copyWhole(from: string, to: string): Promise<void> {
  const copy = `${to}.${randomUUID()}`;
  await copyFile(from, copy);
  await rename(copy, to);
}
