export const oldest = '1000_schema';

/** Says for the payees of a year by which corporations members were paid, without a look at any letter. */
export const index = [
  { create: 'paid_figures_by_corporation', on: 'paid_figures (user_id, paid_to, on_day)' },
  { drop: 'closing_letters_for_corporations' },
];
