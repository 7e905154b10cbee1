export const oldest = '1000_schema';

/** An invoice to the agent can stand next to the letter that pays the others: one of each kind. */
export const index = [
  {
    create: 'closing_letters_standing_kind',
    on: "closing_letters (closing_id, kind) where withdrawn_at is null and kind != 'notice'",
    unique: true,
  },
  { drop: 'closing_letters_standing' },
];
