export const oldest = '1000_schema';

/** Its condition is literally that of its query, or it is not used. */
export const index = {
  create: 'lead_events_of_links',
  on: `lead_events (id) where kind in ('linked', 'unlinked')`,
};
