export const oldest = '1000_schema';

export const index = {
  create: 'contact_requests_by_linked',
  on: 'contact_requests (linked_to) where linked_to is not null',
};
