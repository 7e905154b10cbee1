/** '12 KB' or '3.4 MB', in units of 1,000. */
export function fileSize(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} KB`;
  return `${(bytes / 1_000_000).toFixed(1).replace('.0', '')} MB`;
}
