/** What the table of calls does not say; docs.answers.test.ts holds it against what the server does. */

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

/** The calls beside GET that send an ETag: that of the version they have made. */
export const callsWithNewVersion = new Set([
  'POST /api/articles',
  'PATCH /api/articles/:id',
  'POST /api/articles/:id/versions/:version/restore',
  'POST /api/testimonials',
  'PATCH /api/testimonials/:id',
  'POST /api/profile',
  'PUT /api/profile/experience',
  'DELETE /api/profile/experience/:id',
  'PUT /api/profile/education',
  'DELETE /api/profile/education/:id',
]);

/** The calls without a cursor that send the beginning of a list, and the rest behind a Link. */
export const callsWithLink = new Set([
  'GET /api/posts/:id',
  'PUT /api/posts/like/:id',
  'PUT /api/posts/unlike/:id',
  'POST /api/posts/comment/:id',
  'DELETE /api/posts/comment/:postId/:commentId',
]);

/** The calls that say up to which event of the live feed their posts are. */
export const callsWithPosition = new Set(['GET /api/posts', 'GET /api/posts/:id']);

/** The calls for every member that are refused when the thing is somebody else's. */
export const callsForOwners = new Set([
  'PATCH /api/posts/:id',
  'DELETE /api/posts/:id',
  'DELETE /api/posts/comment/:postId/:commentId',
]);

/** The calls without any input that answer 400 all the same. */
export const callsWithConditions = new Set(['GET /api/profile/me']);

/** The calls that answer a stream of events to who accepts text/event-stream. */
export const streams = new Set(['GET /api/posts/events']);

/** The calls whose body is a form with a file, and the field that it is in. */
export const uploads = new Map([
  ['POST /api/testimonials/image', 'image'],
  ['POST /api/articles/image', 'image'],
  ['POST /api/profile/image', 'image'],
]);
