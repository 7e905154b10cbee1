const foreignKeyViolations = new Set<unknown>(['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY']);

/** True when a row that this one refers to was deleted concurrently. */
export const isReferenceGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && foreignKeyViolations.has(error.code);
