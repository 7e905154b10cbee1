/** Shortens a table cell's text at the first white space after `limit` characters, if there is one. */
export function preview(text: string, limit = 20): string {
  const whole = text.trim();
  const rest = whole.slice(limit).search(/\s/);
  return rest < 0 ? whole : `${whole.slice(0, limit + rest)}…`;
}

/** `limit` for titles of articles. */
export const titlePreview = 40;
