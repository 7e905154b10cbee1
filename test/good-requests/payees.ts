import type { GoodRequests } from './request.ts';

const params = { year: '2027' };

export const payeeRequests = {
  'GET /api/payees/:year': async () => ({ params }),
  'GET /api/payees/:year/csv': async () => ({ params }),
  'GET /api/payees/:year/threshold': async () => ({ params }),
  'PUT /api/payees/:year/threshold': async () => ({
    params,
    body: { amount: 2_050_00, source: 'Notice of the IRS' },
  }),
} satisfies Partial<GoodRequests>;
