export const oldest = '1000_schema';

/** Holds all that the list of payees of a year adds up: the rows are large. */
export const index = {
  create: 'paid_figures_by_payee',
  on: 'paid_figures (on_day, kind, user_id, user_name, kept)',
};
