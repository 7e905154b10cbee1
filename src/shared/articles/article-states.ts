/** draft: visible to writers only · scheduled: goes public at its date · published: visible to all. */
export const articleStates = ['draft', 'published', 'scheduled'] as const;
export type ArticleState = (typeof articleStates)[number];
