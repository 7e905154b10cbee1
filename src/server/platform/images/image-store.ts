import type { Readable } from 'node:stream';

export interface ImageFile {
  name: string;
  bytes: Uint8Array;
}

export interface StoredFile {
  stream: Readable;
  size: number;
}

/** Where image files are stored. Every method throws StoreError when the store is unreachable or full. */
export interface ImageStore {
  /** Stores all files of an image durably. `remove` cleans up after a failed put. */
  put(id: string, files: ImageFile[]): Promise<void>;
  get(id: string, name: string): Promise<StoredFile | undefined>;
  /** False when the image must be in another machine's folder. */
  holds(id: string): Promise<boolean>;
  remove(id: string, names: string[]): Promise<void>;
}
