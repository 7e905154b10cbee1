import type { Readable } from 'node:stream';
import type { Config } from '../config.ts';
import { FolderStore } from './folder-store.ts';
import { S3Store } from './s3-store.ts';

/** One file of an image, such as '96.avif'. */
export interface ImageFile {
  name: string;
  bytes: Uint8Array;
}

export interface StoredFile {
  stream: Readable;
  size: number;
}

/** Where the files of images are. Every method throws StoreFault when the place cannot be reached or is full. */
export interface ImageStore {
  /** Keeps all files of an image for good. What a put that failed has left behind goes with `remove`. */
  put(id: string, files: ImageFile[]): Promise<void>;
  get(id: string, name: string): Promise<StoredFile | undefined>;
  /** Removes the named files of an image; what is not there is no fault. */
  remove(id: string, names: string[]): Promise<void>;
}

/** In the bucket that several machines share when there is one, else in the data folder. */
export function imageStore({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): ImageStore {
  return s3 ? new S3Store(s3) : new FolderStore(dataDir);
}
