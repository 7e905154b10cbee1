export const oldest = '0063_legal_hold_reminders';

/** For lists of closings, which read no more than they show, or than what is open. */
export const index = [
  // Holds what a search looks into: the rows are large.
  { create: 'closings_to_search', on: 'closings (since, id, kind, property, file_number)' },
  { drop: 'closings_by_age' },
  {
    create: 'closings_promised_by_age',
    on: 'closings (since, id) where promise_due is not null and paid_on is null',
  },
  // As closings_by_payment, without those that are not paid: SQLite read them all to find the few that are to be.
  {
    create: 'closings_paid',
    on: 'closings (paid_on, kind, counts_price, price, fees, promise, package_at, paid_at) where paid_on is not null',
  },
  { drop: 'closings_by_payment' },
];
