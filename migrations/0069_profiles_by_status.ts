export const oldest = '0063_legal_hold_reminders';

/** 100,000 members take 1 s, 1,000,000 some 10 s, beside writers. */
export const index = { create: 'profiles_by_status', on: 'profiles (hidden, status, created_at, id)' };
