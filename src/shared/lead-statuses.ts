/** What has become of a contact request (product.md, leads inbox). */
export const leadStatuses = ['new', 'contacted', 'joined', 'closed'] as const;
export type LeadStatus = (typeof leadStatuses)[number];
