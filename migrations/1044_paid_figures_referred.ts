export const oldest = '1000_schema';

/** Finds the few payments of which another broker had a part. */
export const index = {
  create: 'paid_figures_referred',
  on: 'paid_figures (on_day, closing_id) where referred > 0',
};
