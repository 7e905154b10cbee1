import { useQuery } from '@tanstack/react-query';
import MailWarning from 'lucide-react/icons/mail-warning';
import { formatDateTime } from '../../../shared/dates.ts';
import { overflowQuery } from './leads.queries.ts';

export function OverflowNotice() {
  const { data } = useQuery(overflowQuery);
  if (!data?.since) return null;
  return (
    <p className="flex max-w-measure items-start gap-3 rounded-lg border border-field-border bg-surface p-4">
      <MailWarning className="mt-0.5 size-5 shrink-0 text-poppy-text" />
      <span>
        <strong>
          {data.count === 1 ? '1 request went' : `${data.count.toLocaleString('en-US')} requests went`} to the
          spam folder since <time dateTime={data.since}>{formatDateTime(data.since)}</time>
        </strong>{' '}
        because too many arrived at once. No one was emailed. Check them there: some may be from real people.
      </span>
    </p>
  );
}
