export const oldest = '0054_privacy_requests';

/** What names another person than the lead's, for erasures. */
export const index = {
  create: 'lead_events_naming',
  on: "lead_events (id) where kind in ('merged', 'wrote-again', 'separated')",
};
