/**
 * Properties of calls that the table of calls does not declare; docs.answers.test.ts checks them against the server.
 */

/** Calls with If-Match whose ETag is that of the new version. */
const changesOfVersion = [
  'PATCH /api/articles/:id',
  'POST /api/articles/versions/:id/:version/restore',
  'PUT /api/articles/working-copy/:id',
  'PATCH /api/testimonials/:id',
  'PUT /api/handbook/pages/:id',
  'PUT /api/mail-texts/:kind',
  'DELETE /api/mail-texts/:kind',
  'POST /api/fees/versions',
  'POST /api/fees/versions/:number/withdraw',
  'PUT /api/site/settings',
  'PUT /api/site/publishing',
  'PUT /api/closings/settings',
  'PUT /api/payees/:year/threshold',
  'PUT /api/bookkeeping/journal/accounts',
  'PUT /api/dues/settings',
  'PUT /api/agreements/settings',
  'POST /api/site/settings/versions/:number/restore',
  'POST /api/profile',
  'PUT /api/profile/experience',
  'DELETE /api/profile/experience/:id',
  'PUT /api/profile/education',
  'DELETE /api/profile/education/:id',
  'PUT /api/my-closings/:id',
  'POST /api/my-closings/:id/ask',
  'PUT /api/closings/:id',
  'PUT /api/closings/:id/decisions',
  'POST /api/closings/:id/ask',
  'POST /api/closings/:id/approve',
  'POST /api/closings/:id/withdraw',
  'POST /api/closings/:id/emails',
  'POST /api/closings/:id/steps',
  'PUT /api/closings/:id/package',
  'POST /api/closings/:id/paid',
  'POST /api/closings/:id/corrections',
  'POST /api/closings/:id/fell-through',
  'POST /api/closings/:id/archive',
  'POST /api/closings/:id/link',
  'DELETE /api/closings/:id/link',
] as const;

/** Calls with If-Match (docs/product.md P4.12). */
export const versionedCalls = new Set<string>([
  ...changesOfVersion,
  'DELETE /api/articles/:id',
  'DELETE /api/articles/working-copy/:id',
  'DELETE /api/testimonials/:id',
  'DELETE /api/handbook/pages/:id',
  'PUT /api/users/:id',
]);

/** Calls other than GET whose ETag is that of the new version. */
export const callsWithNewVersion = new Set<string>([
  ...changesOfVersion,
  'POST /api/articles',
  'POST /api/handbook/pages',
  'POST /api/testimonials',
  'POST /api/my-closings',
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

/**
 * Calls whose pages may hold fewer rows than asked for. They name a next page and the date back to which they have
 * searched.
 */
export const callsThatEndEarly = new Set(['GET /api/posts']);

/** Calls that return 400 although they have no input. */
export const callsWithConditions = new Set(['GET /api/profile/me']);

/** Calls without an id whose object may not be there: that of a link in the body, or the caller's own. */
export const callsOfLink = new Set([
  'POST /api/join',
  'POST /api/join/answers',
  'POST /api/join/agreement',
  'POST /api/join/copy',
  'POST /api/join/code',
  'POST /api/join/sign',
  'POST /api/join/reply',
  'POST /api/join/decline',
  'POST /api/agreements/mine/review',
  'GET /api/agreements/mine/review/pdf',
  'POST /api/agreements/mine/sign',
]);

/** Calls that find something decided or changed in the meantime. */
export const callsWithConflict = new Set([
  'POST /api/auth/password-link',
  'POST /api/auth/set-password',
  'POST /api/fees/versions/:number/withdraw',
  'POST /api/articles/preview',
  'POST /api/articles/page-preview',
  'POST /api/join/answers',
  'POST /api/join/agreement',
  'POST /api/join/code',
  'POST /api/join/sign',
  'POST /api/join/decline',
  'POST /api/agreements/mine/sign',
  'POST /api/agreements/:id/countersign',
  ...['license-check', 'question', 'approve', 'decline', 'countersign'].map(
    (act) => `POST /api/joining/applications/:id/${act}`,
  ),
]);

export const streams = new Set(['GET /api/posts/events']);

/** Calls with a multipart form, by the field of the file. */
export const uploads = new Map([
  ['POST /api/testimonials/image', 'image'],
  ['POST /api/articles/image', 'image'],
  ['POST /api/profile/image', 'image'],
  ['POST /api/site/team/image', 'image'],
  ['POST /api/site/logo/image', 'image'],
  ['POST /api/handbook/pages/:id/files', 'file'],
  ['POST /api/compliance/entries/:id/file', 'file'],
  ['POST /api/education/certificates/:id/file', 'file'],
  ['POST /api/education/documents/:id/file', 'file'],
]);
