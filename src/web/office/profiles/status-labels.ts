import { isProfessionalStatus, professionalStatuses } from '../../../shared/professional-statuses.ts';

/** How a status is shown; one that this product does not know, as it is. */
export const statusLabel = (status: string): string =>
  isProfessionalStatus(status) ? professionalStatuses[status] : status;
