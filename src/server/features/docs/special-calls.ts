/** What the table of calls does not declare; docs.answers.test.ts checks it against the server. */

/** Calls with If-Match (docs/product.md P4.12). */
export const versionedCalls = new Set([
  'PATCH /api/articles/:id',
  'DELETE /api/articles/:id',
  'POST /api/articles/versions/:id/:version/restore',
  'PUT /api/articles/working-copy/:id',
  'DELETE /api/articles/working-copy/:id',
  'PATCH /api/testimonials/:id',
  'DELETE /api/testimonials/:id',
  'PUT /api/handbook/pages/:id',
  'DELETE /api/handbook/pages/:id',
  'PUT /api/mail-texts/:kind',
  'DELETE /api/mail-texts/:kind',
  'PUT /api/site/settings',
  'POST /api/site/settings/versions/:number/restore',
  'POST /api/profile',
  'PUT /api/profile/experience',
  'DELETE /api/profile/experience/:id',
  'PUT /api/profile/education',
  'DELETE /api/profile/education/:id',
]);

/** Calls beside GET whose ETag is that of the new version. */
export const callsWithNewVersion = new Set([
  'PUT /api/site/settings',
  'POST /api/site/settings/versions/:number/restore',
  'POST /api/articles',
  'PATCH /api/articles/:id',
  'POST /api/articles/versions/:id/:version/restore',
  'PUT /api/articles/working-copy/:id',
  'POST /api/handbook/pages',
  'PUT /api/handbook/pages/:id',
  'POST /api/testimonials',
  'PATCH /api/testimonials/:id',
  'PUT /api/mail-texts/:kind',
  'DELETE /api/mail-texts/:kind',
  'POST /api/profile',
  'PUT /api/profile/experience',
  'DELETE /api/profile/experience/:id',
  'PUT /api/profile/education',
  'DELETE /api/profile/education/:id',
]);

/** Calls without a cursor that return the beginning of a list, with a Link to the rest. */
export const callsWithLink = new Set([
  'GET /api/posts/:id',
  'PUT /api/posts/like/:id',
  'PUT /api/posts/unlike/:id',
  'POST /api/posts/comment/:id',
  'DELETE /api/posts/comment/:postId/:commentId',
]);

/** Calls that return the position of their posts in the live feed. */
export const callsWithPosition = new Set(['GET /api/posts', 'GET /api/posts/:id']);

/** Calls that return 400 although they have no input. */
export const callsWithConditions = new Set(['GET /api/profile/me']);

export const streams = new Set(['GET /api/posts/events']);

/** Calls with a multipart form, by the field of the file. */
export const uploads = new Map([
  ['POST /api/testimonials/image', 'image'],
  ['POST /api/articles/image', 'image'],
  ['POST /api/profile/image', 'image'],
  ['POST /api/site/team/image', 'image'],
  ['POST /api/site/logo/image', 'image'],
  ['POST /api/handbook/pages/:id/files', 'file'],
]);
