/** What is counted on the public site (docs/product.md P21.1). */
export const visitEvents = ['read', 'calculator', 'form', 'sent'] as const;
export type VisitEvent = (typeof visitEvents)[number];

/** What browsers report; the server sees the rest itself. A page that was fetched ahead is 'read' when it is shown. */
export const reportedEvents = ['read', 'calculator', 'form'] as const satisfies VisitEvent[];
