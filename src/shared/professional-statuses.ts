/**
 * What a member is. Those of this trade first; the others keep the values that older clients send
 * (docs/product.md P12.2).
 */
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

/** What the select shows, and older clients send, while nothing is chosen. */
export const statusPlaceholder = '* Select Professional Status';

export type ProfessionalStatus = keyof typeof professionalStatuses;

export const isProfessionalStatus = (value: string): value is ProfessionalStatus =>
  Object.hasOwn(professionalStatuses, value);
