import { formatDate } from '../../../shared/dates.ts';
import type { License } from '../../../shared/licenses.contract.ts';

export const verifiedLabel = ({ verified }: Pick<License, 'verified'>): string =>
  verified ? `${formatDate(verified.date)} by ${verified.by}` : 'Not verified';
