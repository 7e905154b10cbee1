export const oldest = '0033_second_factors';

export const index = {
  create: 'contact_requests_by_referrer',
  on: 'contact_requests (referred_by, created_at)',
};
