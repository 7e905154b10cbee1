export const oldest = '0033_second_factors';

// Partial: mostly null, which SQLite's planner would take for one value of all rows.
export const index = {
  create: 'contact_requests_by_next_step',
  on: 'contact_requests (next_on) where next_on is not null',
};
