export const oldest = '0033_second_factors';

export const index = {
  create: 'contact_requests_by_status',
  on: 'contact_requests (spam, status, created_at, id)',
};
