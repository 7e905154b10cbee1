/**
 * The beginning of a text for a table's cell (docs/product.md P8.7): cut at the first white space after `limit`
 * characters, with an ellipsis. Without such a white space there is no cut. In: any text and the number of
 * characters that always stay, 20 or, for the titles of articles, 40.
 */
export function preview(text: string, limit = 20): string {
  const whole = text.trim();
  const rest = whole.slice(limit).search(/\s/);
  return rest < 0 ? whole : `${whole.slice(0, limit + rest)}…`;
}

/** How much of an article's title a table shows. */
export const titlePreview = 40;
