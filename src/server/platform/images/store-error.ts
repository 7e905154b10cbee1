/** The image store is unreachable, full or rejects a request: retrying later helps. */
export class StoreError extends Error {
  /** True without a response: the request may still take effect. */
  readonly isOpen: boolean;
  /** True where the store answered that the key has no right to it. */
  readonly isDenied: boolean;

  constructor(cause: unknown, { isOpen = false, isDenied = false } = {}) {
    super('The image store failed', { cause });
    this.isOpen = isOpen;
    this.isDenied = isDenied;
  }
}

export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
