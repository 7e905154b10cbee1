import { formatDay } from '../../../shared/dates.ts';
import type { License } from '../../../shared/licenses/licenses.contract.ts';

export const verifiedLabel = ({ verified }: Pick<License, 'verified'>): string =>
  verified ? `${formatDay(verified.date)} by ${verified.by}` : 'Not verified';
