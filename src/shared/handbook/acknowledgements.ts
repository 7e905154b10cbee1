/** The members who must acknowledge a page. new: members who join after this was chosen. */
export const audiences = ['none', 'everyone', 'new', 'chosen'] as const;
export type Audience = (typeof audiences)[number];

/** Days to acknowledge a page, until its editor says otherwise. */
export const defaultDueDays = 14;

/** Members in one answer of the table of acknowledgements. */
export const membersInTable = 20;
