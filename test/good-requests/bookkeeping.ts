import type { GoodRequests } from './request.ts';

const query = '?from=2026-01-01&to=2026-12-31';

export const bookkeepingRequests = {
  'GET /api/bookkeeping/income': async () => ({ query }),
  'GET /api/bookkeeping/production': async () => ({ query }),
  'GET /api/bookkeeping/deductions': async () => ({ query }),
  'GET /api/bookkeeping/promise': async () => ({ query }),
  'GET /api/bookkeeping/sources': async () => ({ query: `${query}&figure=income` }),
  'GET /api/bookkeeping/export': async () => ({ query: `${query}&report=income` }),
} satisfies Partial<GoodRequests>;
