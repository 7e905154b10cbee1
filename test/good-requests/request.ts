import type { ApiContract } from '../../src/shared/api.contract.ts';
import { plainImage } from '../images.ts';
import type { Scene } from '../scene.ts';

export interface GoodRequest {
  params?: object;
  /** Begins with its question mark. */
  query?: string;
  body?: unknown;
  /** A file to send instead of a JSON body. */
  upload?: Uint8Array<ArrayBuffer>;
  /** The field that the upload is sent in. */
  field?: string;
}

/** On a real object of the scene's owner, so that only the caller decides the result. */
export type GoodRequests = Record<keyof ApiContract, (scene: Scene) => Promise<GoodRequest>>;

/** Low, as a cover is made 1440 pixels wide, and encoding that takes half a second. */
export const picture = plainImage(200, 2)
  .jpeg()
  .toBuffer()
  .then((bytes) => new Uint8Array(bytes));
