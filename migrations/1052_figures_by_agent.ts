export const oldest = '1000_schema';

/**
 * Holds all that production and the payees of a year add up by agent, in that order: nothing is sorted, and no large row
 * read. Of letters, the few that pay a corporation are found without reading the others.
 */
export const index = [
  {
    create: 'paid_figures_by_agent',
    on: `paid_figures (user_id, on_day, kind, sides, volume, gross, transaction_fee, insurance, coordination, short_sale, lease,
      referral, new_construction, other, corrected, waived, annual, carried, charged, kept)`,
  },
  {
    create: 'closing_letters_for_corporations',
    on: "closing_letters (closing_id) where content like '%, for %'",
  },
  { drop: 'paid_figures_by_user' },
  { drop: 'paid_figures_by_payee' },
];
