export const oldest = '0033_second_factors';

// Partial: mostly null, which SQLite's planner would take for one value of all rows.
export const index = {
  create: 'contact_requests_by_person',
  on: 'contact_requests (joined_to) where joined_to is not null',
};
