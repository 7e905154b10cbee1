/** The place of the images cannot be reached, refuses or is full: trying later helps. */
export class StoreFault extends Error {
  constructor(cause: unknown) {
    super('The image store failed', { cause });
  }
}

export const codeOf = (fault: unknown): unknown =>
  fault instanceof Error && 'code' in fault ? fault.code : undefined;
