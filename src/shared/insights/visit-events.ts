/** The events counted on the public site (docs/product.md P21.1). */
export const visitEvents = ['read', 'calculator', 'form', 'sent'] as const;
export type VisitEvent = (typeof visitEvents)[number];

/** Browsers report these; the server sees the rest itself. A prefetched page counts as 'read' once it is shown. */
export const reportedEvents = ['read', 'calculator', 'form'] as const satisfies VisitEvent[];
