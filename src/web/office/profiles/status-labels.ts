import {
  isProfessionalStatus,
  professionalStatuses,
} from '../../../shared/profiles/professional-statuses.ts';

/** An unknown status shows as it is. */
export const statusLabel = (status: string): string =>
  isProfessionalStatus(status) ? professionalStatuses[status] : status;
