export const oldest = '0033_second_factors';

export const index = {
  create: 'contact_requests_by_owner',
  on: 'contact_requests (owner_id, created_at, id)',
};
