/** The image store is unreachable, full or rejects a request: retrying later helps. */
export class StoreError extends Error {
  constructor(cause: unknown) {
    super('The image store failed', { cause });
  }
}

export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
