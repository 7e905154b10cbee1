/** Whether the database refuses what a row holds: a constraint, or a value that its column cannot hold. */
export function isRefusedRow(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(SQLITE_CONSTRAINT|SQLITE_MISMATCH|2[23]\w{3}$)/.test(code);
}
