export const oldest = '0063_legal_hold_reminders';

// Literally the condition of its query, or it is not used.
export const index = {
  create: 'lead_events_about_several',
  on: "lead_events (lead_id) where shared and kind not in ('merged', 'separated')",
};
