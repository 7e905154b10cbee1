/** Those that say more of a person than who they are; a list need not have them. */
export const factRoles = ['phone', 'license', 'expires', 'since', 'role'] as const;

/** The columns of a list that are read: a name in one column, or in two. */
export const columnRoles = ['email', 'name', 'firstName', 'lastName', ...factRoles] as const;
export type ColumnRole = (typeof columnRoles)[number];
