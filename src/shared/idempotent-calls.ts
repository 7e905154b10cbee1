import type { ApiContract } from './api.contract.ts';

/** A key of its own for each thing to make: repeating the request with it makes nothing twice (docs/product.md P4.16). */
export const idempotencyHeader = 'idempotency-key';

const calls: (keyof ApiContract)[] = [
  'POST /api/posts',
  'POST /api/posts/comment/:id',
  'POST /api/contact',
  'POST /api/users',
  'POST /api/articles',
  'POST /api/testimonials',
  'POST /api/compliance/brokerage',
  'POST /api/compliance/members/:id/entries',
  'POST /api/compliance/members/:id/check',
  'POST /api/education/certificates',
  'POST /api/education/documents',
  'PUT /api/profile/experience',
  'PUT /api/profile/education',
  'POST /api/my-closings',
  'POST /api/dues',
];

/** The calls that take an Idempotency-Key. */
export const idempotentCalls: ReadonlySet<string> = new Set(calls);
