import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import { second } from '../../../shared/time.ts';
import type { S3Settings } from '../config.ts';
import { contentTypeOf } from './content-type.ts';
import type { ImageFile, ImageStore, StoredFile } from './image-store.ts';
import { StoreError } from './store-error.ts';

/** Max milliseconds that the store may be silent. */
const patience = 10 * second;

export class S3Store implements ImageStore {
  readonly #client: AwsClient;
  readonly #address: string;

  constructor({ endpoint, bucket, ...credentials }: S3Settings) {
    this.#client = new AwsClient({ ...credentials, service: 's3', retries: 2 });
    // Path style, which every S3 server supports.
    this.#address = `${endpoint.replace(/\/+$/, '')}/${bucket}/images`;
  }

  async put(id: string, files: ImageFile[]): Promise<void> {
    const puts = await Promise.allSettled(files.map((file) => this.#putFile(id, file)));
    // Waits for all: cleaning up after a failure must not race with a put.
    for (const result of puts) if (result.status === 'rejected') throw result.reason;
  }

  async get(id: string, name: string): Promise<StoredFile | undefined> {
    const response = await this.#call('GET', id, name);
    if (response.status === 404) return undefined;
    if (!response.body) throw new StoreError('an answer without a body');
    return {
      stream: Readable.from(chunksOf(response.body), { objectMode: false }),
      size: Number(response.headers.get('content-length')),
    };
  }

  /** One bucket for all machines: an object missing in it is nowhere else. */
  async holds(): Promise<boolean> {
    return true;
  }

  async remove(id: string, names: string[]): Promise<void> {
    for (const name of names) await (await this.#call('DELETE', id, name)).body?.cancel();
  }

  async #putFile(id: string, { name, bytes }: ImageFile): Promise<void> {
    const response = await this.#call('PUT', id, name, {
      body: bytes,
      headers: {
        'content-type': contentTypeOf(name),
        // Signed, so that a corrupted upload is rejected.
        'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex'),
      },
    });
    await response.body?.cancel();
  }

  async #call(method: string, id: string, name: string, init: RequestInit = {}): Promise<Response> {
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(new Error('no response in time')), patience);
    const response = await this.#client
      .fetch(`${this.#address}/${id}/${name}`, { method, signal: silence.signal, ...init })
      .catch((error: unknown) => {
        throw new StoreError(error, { isOpen: true });
      })
      .finally(() => clearTimeout(timer));
    if (response.ok || (response.status === 404 && method !== 'PUT')) return response;
    const answer = `${method} answered ${response.status}: ${(await response.text()).slice(0, 500)}`;
    throw new StoreError(answer, { isDenied: response.status === 403 });
  }
}

/** Reads only when the client does, so that a slow client does not use up the store's time. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  let isSilent = false;
  const giveUp = () => {
    isSilent = true;
    void reader.cancel();
  };
  try {
    for (;;) {
      const timer = setTimeout(giveUp, patience);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      if (isSilent) throw new StoreError('the answer breaks off');
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}
