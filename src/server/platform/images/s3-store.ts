import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import { second } from '../../../shared/time.ts';
import type { S3Settings } from '../config.ts';
import { contentTypeOf } from './content-type.ts';
import type { ImageFile, ImageStore, StoredFile } from './image-store.ts';
import { StoreError } from './store-error.ts';

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
      stream: Readable.fromWeb(response.body),
      size: Number(response.headers.get('content-length')),
    };
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
    const signal = AbortSignal.timeout(10 * second);
    const response = await this.#client
      .fetch(`${this.#address}/${id}/${name}`, { method, signal, ...init })
      .catch((error: unknown) => {
        throw new StoreError(error);
      });
    if (response.ok || (response.status === 404 && method !== 'PUT')) return response;
    throw new StoreError(`${method} answered ${response.status}: ${(await response.text()).slice(0, 500)}`);
  }
}
