import Flag from 'lucide-react/icons/flag';
import type { Report, ReportedThing } from '../../../shared/moderation/moderation.contract.ts';
import { formerMember } from '../../../shared/users/former-member.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { PostText } from '../posts/PostText.tsx';
import { reasonLabel } from '../posts/reason-labels.ts';

export function Reports({ of: { reportCount, reasons, reports } }: { of: ReportedThing }) {
  const more = reportCount - reports.length;
  return (
    <div className="grid grid-cols-1 gap-2 rounded-md bg-sand px-4 py-3 text-sm">
      <h3 className="flex flex-wrap items-center gap-x-2 font-sans font-semibold text-sm">
        <Flag className="size-4 shrink-0 text-poppy-text" />
        {reportCount === 1 ? '1 report' : `${reportCount.toLocaleString('en-US')} reports`}
      </h3>
      {reasons.length > 1 && (
        <ul aria-label="Reasons" className="flex flex-wrap gap-x-4 gap-y-1">
          {reasons.map(({ reason, count }) => (
            <li key={reason}>
              {reasonLabel[reason]} <span className="text-muted tabular-nums">× {count}</span>
            </li>
          ))}
        </ul>
      )}
      <ul aria-label="Newest reports" className="grid grid-cols-1 divide-y divide-line">
        {reports.map((report) => (
          <ReportLine key={report._id} report={report} />
        ))}
      </ul>
      {more > 0 && (
        <p className="text-muted">
          And {more.toLocaleString('en-US')} earlier {more === 1 ? 'one' : 'ones'}.
        </p>
      )}
    </div>
  );
}

const ReportLine = ({ report: { reporter, unnamed, reason, details, text, date } }: { report: Report }) => (
  <li className="wrap-anywhere grid grid-cols-1 gap-0.5 py-2">
    <p className="flex flex-wrap justify-between gap-x-4">
      <span>{reasonLabel[reason]}</span>
      <span className="text-muted">
        {reporter?.name ?? (unnamed ? 'A member' : formerMember)}, <RelativeTime iso={date} />
      </span>
    </p>
    {details && (
      <p dir="auto" className="whitespace-pre-wrap">
        “{details}”
      </p>
    )}
    {text !== null && (
      <>
        <p className="text-muted">The report was about an earlier text:</p>
        <PostText text={text} mentions={[]} short />
      </>
    )}
  </li>
);
