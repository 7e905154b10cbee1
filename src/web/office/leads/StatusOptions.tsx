import { leadStatuses } from '../../../shared/lead-statuses.ts';
import { statusLabel } from './lead-labels.ts';

export const StatusOptions = () =>
  leadStatuses.map((status) => (
    <option key={status} value={status}>
      {statusLabel(status)}
    </option>
  ));
