/** In the order in which they are offered. */
export const reportReasons = ['spam', 'rude', 'misleading', 'private-information', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];
