/** docs/product.md P16.3 */
export const leadStatuses = ['new', 'contacted', 'joined', 'closed'] as const;
export type LeadStatus = (typeof leadStatuses)[number];
