import type { Config } from '../config.ts';
import { FolderStore } from './folder-store.ts';
import type { ImageStore } from './image-store.ts';
import { S3Store } from './s3-store.ts';

/** The bucket, which several machines can share, if configured; otherwise the data folder. */
export function openImageStore({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): ImageStore {
  return s3 ? new S3Store(s3) : new FolderStore(dataDir);
}
