const foreignKeyViolations = new Set<unknown>(['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY']);

/** True when a row could not be written because one that it refers to was deleted at that very moment. */
export const isReferenceGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && foreignKeyViolations.has(error.code);
