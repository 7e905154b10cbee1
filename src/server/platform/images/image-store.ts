import type { Readable } from 'node:stream';

/** One file of an image, such as '96.avif'. */
export interface ImageFile {
  name: string;
  bytes: Uint8Array;
}

export interface StoredFile {
  stream: Readable;
  size: number;
}

/** Where the files of images are. Every method throws StoreError when the place cannot be reached or is full. */
export interface ImageStore {
  /** Keeps all files of an image for good. What a put that failed has left behind goes with `remove`. */
  put(id: string, files: ImageFile[]): Promise<void>;
  get(id: string, name: string): Promise<StoredFile | undefined>;
  /** Removes the named files of an image; what is not there is no fault. */
  remove(id: string, names: string[]): Promise<void>;
}
