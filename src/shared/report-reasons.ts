/** Why a member reports a post or a comment, in the order in which the reasons are offered. */
export const reportReasons = ['spam', 'rude', 'misleading', 'private-information', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];
