/** What the table of calls does not say; the tests hold it against what the server does. */

/** The calls that take If-Match, so that nobody's change is lost (product.md, API conventions). */
export const versionedCalls = new Set([
  'PATCH /api/articles/:id',
  'PATCH /api/testimonials/:id',
  'POST /api/profile',
]);

/** The calls whose body is a form with a file, and the field that it is in. */
export const uploads = new Map([
  ['POST /api/testimonials/image', 'image'],
  ['POST /api/profile/image', 'image'],
]);
