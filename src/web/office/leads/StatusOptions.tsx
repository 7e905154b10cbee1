import { leadStatuses } from '../../../shared/leads/lead-statuses.ts';
import { Options } from '../../ui/SelectField.tsx';
import { statusLabel } from './lead-labels.ts';

export const StatusOptions = () => (
  <Options of={leadStatuses.map((status) => [status, statusLabel(status)])} />
);
