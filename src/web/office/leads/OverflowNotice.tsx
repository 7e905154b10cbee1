import { useQuery } from '@tanstack/react-query';
import MailWarning from 'lucide-react/icons/mail-warning';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../../shared/dates.ts';
import { overflowQuery } from './leads.queries.ts';

const inquiries = (count: number) =>
  count === 1 ? '1 inquiry' : `${count.toLocaleString('en-US')} inquiries`;

export function OverflowNotice() {
  const { data } = useQuery(overflowQuery);
  if (!data) return null;
  const { count, since, marked, robots } = data;
  return (
    <>
      {since && (
        <Notice>
          <strong>
            {count === 1 ? '1 request went' : `${count.toLocaleString('en-US')} requests went`} to the spam
            folder since <time dateTime={since}>{formatDateTime(since)}</time>
          </strong>{' '}
          because too many arrived at once. No one was emailed. Check them there: some may be from real
          people.
        </Notice>
      )}
      {marked + robots > 0 && (
        <Notice>
          <strong>
            {inquiries(marked + robots)} in the last 7 days filled in a field that people don't see.
          </strong>{' '}
          {marked > 0 && `${inquiries(marked)} in the inbox, marked "May be a robot". `}
          {robots > 0 && `${inquiries(robots)} in the spam folder, because other signs agreed.`}
        </Notice>
      )}
    </>
  );
}

const Notice = ({ children }: { children: ReactNode }) => (
  <p className="flex max-w-measure items-start gap-3 rounded-lg border border-field-border bg-surface p-4">
    <MailWarning className="mt-0.5 size-5 shrink-0 text-poppy-text" />
    <span>{children}</span>
  </p>
);
