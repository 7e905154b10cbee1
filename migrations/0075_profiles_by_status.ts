export const oldest = '0063_legal_hold_reminders';

/** At 1,000,000 members: seconds, beside writers. */
export const index = { create: 'profiles_by_status', on: 'profiles (hidden, status, created_at, id)' };
