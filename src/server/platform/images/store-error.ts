/** The image store is unreachable, full or rejects a request: retrying later helps. */
export class StoreError extends Error {
  /** True without a response: what was requested may yet happen. */
  readonly isOpen: boolean;

  constructor(cause: unknown, { isOpen = false } = {}) {
    super('The image store failed', { cause });
    this.isOpen = isOpen;
  }
}

export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
