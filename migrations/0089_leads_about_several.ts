export const oldest = '0063_legal_hold_reminders';

// Literally the condition of its query, or it is not used.
export const index = {
  create: 'contact_requests_about_several',
  on: 'contact_requests (id) where shared and (next_step is not null or closed_reason is not null)',
};
