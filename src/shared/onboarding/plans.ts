/** on: opened when a member accepts the invitation · off: opened by a suspension. */
export const plans = ['on', 'off'] as const;
export type Plan = (typeof plans)[number];

/** The person who does a step. */
export const doers = ['member', 'office'] as const;
export type Doer = (typeof doers)[number];
