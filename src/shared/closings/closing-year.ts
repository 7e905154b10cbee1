/** Shown next to the day of the last entry, in a year with more of them. */
export const yearGoesOn = 'Only the first 1,000 entries are here: ask the office for the rest';
