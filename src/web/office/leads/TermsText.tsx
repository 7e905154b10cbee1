import type { IndividualTerms } from '../../../shared/agreements/agreement-fields.ts';
import { formatDay } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';

export function TermsText({ terms: { date, lines, mentor, paragraph } }: { terms: IndividualTerms }) {
  return (
    <div className="wrap-anywhere grid grid-cols-1 gap-2">
      <p className="text-muted">Addendum of {formatDay(date)}</p>
      {lines.length > 0 && (
        <ul className="list-disc ps-5">
          {lines.map(({ line, label, before, amount }) => (
            <li key={line}>
              {label}: {formatMoney(amount)} instead of {formatMoney(before)}
            </li>
          ))}
        </ul>
      )}
      {mentor && <p>Mentor: {mentor}</p>}
      {paragraph && <p className="whitespace-pre-wrap">{paragraph}</p>}
    </div>
  );
}
