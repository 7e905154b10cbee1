/** Links as email programs and texts leave them, and where each leads. `T` is the token, or the slug. */
export const damagedLinks: readonly (readonly [given: string, right: string])[] = [
  ['/reset-password/new%23T', '/reset-password/new#T'],
  ['/reset-password/new%23T.', '/reset-password/new#T'],
  ['/reset-password/new%23T?utm_source=mail', '/reset-password/new?utm_source=mail#T'],
  ['/setup%23T%3E', '/setup#T'],
  ['/join/T.', '/join/T'],
  ['/join/T%3E', '/join/T'],
  ['/join/T)', '/join/T'],
  ['/join/T%22', '/join/T'],
  ['/join/T%E3%80%82', '/join/T'],
  ['/join/T%C2%BB', '/join/T'],
  ['/join/T%3Futm_source=mail', '/join/T?utm_source=mail'],
  ['/join/T/agreement%23sign', '/join/T/agreement#sign'],
  ['/join/T/agreement.', '/join/T/agreement'],
  ['/privacy-request/confirm/T.', '/privacy-request/confirm/T'],
  ['/privacy-request/confirm/T%3E?utm_source=mail', '/privacy-request/confirm/T?utm_source=mail'],
  ['/articles/T.', '/articles/T'],
  ['/articles/T),', '/articles/T'],
  ['/articles/T%3Futm_medium=email', '/articles/T?utm_medium=email'],
  ['/policies/T%E2%80%9D', '/policies/T'],
  ['/contact.', '/contact'],
  ['/%23fee-structure', '/#fee-structure'],
  ['/dashboard/leads/today%3E', '/dashboard/leads/today'],
  ['/dashboard/applications/T.', '/dashboard/applications/T'],
];

/** Fragments with a secret, as a browser may have them. */
export const damagedFragments = [
  '#T',
  '#T.',
  '#T>',
  '#T%3E',
  '#T?utm_source=mail',
  '#T&utm_source=mail',
  '#%23T',
  '##T',
  '#T)',
];

/** Queries of a calculation of $1,200,000 at 2%. */
export const damagedQueries = [
  'price=1200000&rate=2',
  'price=1200000&rate=2.',
  'price=1200000&amp;rate=2',
  'price=1200000&rate=2%3E',
  'price=1200000&rate=2?utm_source=mail',
  'price=1200000&rate=2%23calculator',
  'price=1200000&rate=2&utm_source=mail',
];
