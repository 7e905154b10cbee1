/** In days. */
export const insightPeriods = ['7', '28', '90'] as const;
