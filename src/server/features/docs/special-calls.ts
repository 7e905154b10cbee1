/** What the table of calls does not say; the tests hold it against what the server does. */

/** The calls that take If-Match, so that nobody's change is lost (docs/product.md P4.12). */
export const versionedCalls = new Set([
  'PATCH /api/articles/:id',
  'DELETE /api/articles/:id',
  'POST /api/articles/:id/versions/:version/restore',
  'PATCH /api/testimonials/:id',
  'DELETE /api/testimonials/:id',
  'POST /api/profile',
  'PUT /api/profile/experience',
  'DELETE /api/profile/experience/:id',
  'PUT /api/profile/education',
  'DELETE /api/profile/education/:id',
]);

/** The calls whose body is a form with a file, and the field that it is in. */
export const uploads = new Map([
  ['POST /api/testimonials/image', 'image'],
  ['POST /api/articles/image', 'image'],
  ['POST /api/profile/image', 'image'],
]);
