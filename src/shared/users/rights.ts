/** Rights by area that an admin gives to users (docs/product.md P3.1). */

/** In the order of forms and lists. */
export const rightNames = ['recruiting', 'closings', 'compliance', 'content'] as const;
export type Right = (typeof rightNames)[number];

/** `column` is the right's name in `users` and in the fields of a user; `hint` says what it opens. */
export const rights = {
  recruiting: {
    column: 'recruiting',
    label: 'Recruiting',
    hint: 'Sees and answers leads and applications, asks for agreements, and sees insights of recruiting',
  },
  closings: {
    column: 'coordinator',
    label: 'Closings',
    hint: 'Sees, decides and notes all closings; approves them only if the closing settings say so',
  },
  compliance: {
    column: 'compliance',
    label: 'Compliance',
    hint: "Keeps members' files and licenses, onboarding, and who acknowledged the handbook",
  },
  content: {
    column: 'content',
    label: 'Content',
    hint: 'Edits articles, testimonials and the handbook, and pins posts',
  },
} as const satisfies Record<Right, { column: string; label: string; hint: string }>;

export type RightColumn = (typeof rights)[Right]['column'];
export const rightColumns: readonly RightColumn[] = rightNames.map((right) => rights[right].column);

/** As a user's row has them. */
export type Held = { admin: boolean } & Record<RightColumn, boolean>;

export const noRights: Held = {
  admin: false,
  recruiting: false,
  coordinator: false,
  compliance: false,
  content: false,
};

/** Admins have every right. */
export const may = (held: Held, right: Right): boolean => held.admin || held[rights[right].column];

/** Whether someone works for the office in any area. */
export const isStaff = (held: Held): boolean => rightNames.some((right) => may(held, right));

/** Without anything else of an object that has more. */
export const heldBy = ({ admin, recruiting, coordinator, compliance, content }: Held): Held => ({
  admin,
  recruiting,
  coordinator,
  compliance,
  content,
});

/** `names` as namesOf. */
export const heldOf = (names: readonly string[]): Held => ({
  admin: names.includes('admin'),
  recruiting: names.includes('recruiting'),
  coordinator: names.includes('closings'),
  compliance: names.includes('compliance'),
  content: names.includes('content'),
});

/** 'admin' and the rights that someone was given. */
export const namesOf = (held: Held): string[] => [
  ...(held.admin ? ['admin'] : []),
  ...rightNames.filter((right) => held[rights[right].column]),
];

/** Whether a change of rights ends the user's sessions: what was taken from others than admins, they lose without that. */
export const endsSessions = (before: Held, after: Held): boolean =>
  before.admin !== after.admin || namesOf(after).some((name) => !namesOf(before).includes(name));

/** In words: 'Admin', or 'Recruiting, Closings'; '' for a member. */
export const rightsLabel = (held: Held): string =>
  held.admin
    ? 'Admin'
    : rightNames
        .filter((right) => may(held, right))
        .map((right) => rights[right].label)
        .join(', ');
