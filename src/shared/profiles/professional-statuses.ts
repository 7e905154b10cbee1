/** The trade's statuses first; the others are values of older clients (docs/product.md P12.2). */
export const professionalStatuses = {
  'Real Estate Agent': 'Real Estate Agent',
  'Broker Associate': 'Broker Associate',
  'Team Lead': 'Team Lead',
  'Transaction Coordinator': 'Transaction Coordinator',
  Developer: 'Developer',
  'Junior Developer': 'Junior Developer',
  'Senior Developer': 'Senior Developer',
  Manager: 'Manager',
  'Student or Learning': 'Student or Learning',
  Instructor: 'Instructor or Teacher',
  Intern: 'Intern',
  Other: 'Other',
} as const;

/** The select's label, and older clients' value, for no choice. */
export const statusPlaceholder = '* Select Professional Status';

export type ProfessionalStatus = keyof typeof professionalStatuses;

export const isProfessionalStatus = (value: string): value is ProfessionalStatus =>
  Object.hasOwn(professionalStatuses, value);
