import { leadStatuses } from '../../../shared/lead-statuses.ts';
import { statusInWords } from './lead-words.ts';

export const StatusOptions = () =>
  leadStatuses.map((status) => (
    <option key={status} value={status}>
      {statusInWords(status)}
    </option>
  ));
