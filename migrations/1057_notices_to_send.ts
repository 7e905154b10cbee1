export const oldest = '1000_schema';

/** Finds the notices that wait to be sent among all letters. */
export const index = [
  {
    create: 'closing_letters_to_send',
    on: "closing_letters (closing_id) where kind = 'notice' and sent_at is null",
  },
];
