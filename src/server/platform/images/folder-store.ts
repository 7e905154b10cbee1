import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageFile, ImageStore, StoredFile } from './image-store.ts';
import { codeOf, StoreError } from './store-error.ts';

export const imageFolder = (dataDir: string) => join(dataDir, 'images');

export class FolderStore implements ImageStore {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = imageFolder(dataDir);
  }

  /** Atomic: the folder gets its name only when all files are on disk. */
  async put(id: string, files: ImageFile[]): Promise<void> {
    try {
      await mkdir(this.#unfinished(id), { recursive: true, mode: 0o700 });
      for (const { name, bytes } of files) await writeDurably(join(this.#unfinished(id), name), bytes);
      await syncFolder(this.#unfinished(id));
      await rename(this.#unfinished(id), this.#finished(id));
      await syncFolder(this.#folder);
    } catch (error) {
      throw new StoreError(error);
    }
  }

  async get(id: string, name: string): Promise<StoredFile | undefined> {
    try {
      const file = await open(join(this.#finished(id), name));
      const { size } = await file.stat();
      return { stream: file.createReadStream(), size };
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw new StoreError(error);
    }
  }

  async holds(id: string): Promise<boolean> {
    try {
      await access(this.#finished(id));
      return true;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false;
      throw new StoreError(error);
    }
  }

  async remove(id: string): Promise<void> {
    try {
      await rm(this.#unfinished(id), { recursive: true, force: true });
      await rm(this.#finished(id), { recursive: true, force: true });
    } catch (error) {
      throw new StoreError(error);
    }
  }

  #finished(id: string): string {
    return join(this.#folder, id);
  }

  #unfinished(id: string): string {
    return join(this.#folder, `${id}.unfinished`);
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  await using file = await open(path, 'w');
  await file.writeFile(bytes);
  await file.sync();
}

/** Without this a power cut may lose the names of files already on disk. */
async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path);
  await folder.sync();
}
