import type { Education } from '../../../shared/compliance/compliance.contract.ts';
import { formatDay } from '../../../shared/dates.ts';

const states: Record<Education['state'], string> = {
  open: 'Not marked complete',
  marked: 'Marked complete; waiting for the office to confirm',
  confirmed: 'Confirmed by the office',
  exempt: 'Exempt',
};

const first =
  'A first renewal needs 45 hours: separate courses in ethics, agency, trust fund handling, fair housing, risk management, and implicit bias training, and at least 18 hours of consumer protection.';
const later = 'A later renewal needs 45 hours again; a survey course may replace the separate courses.';

/** How much is recorded, and what a renewal needs. No rule of subjects is computed. */
export function EducationState({ education }: { education: Education }) {
  const { renewal, hours, needed, state } = education;
  return (
    <div className="grid grid-cols-1 gap-2">
      <p>
        <span className="font-semibold">
          {hours} of {needed} hours recorded
        </span>
        {renewal && ` for the renewal on ${formatDay(renewal)}`}
      </p>
      <progress
        value={Math.min(1, hours / needed)}
        aria-label="Hours recorded"
        className="h-2 w-full accent-brand"
      />
      <p className="text-muted">{states[state]}</p>
      <div className="grid gap-2 text-muted text-sm">
        {education.first !== false && <p>{first}</p>}
        {education.first !== true && <p>{later}</p>}
        <p>Source: Bus. & Prof. Code § 10170.5. The DRE decides.</p>
      </div>
    </div>
  );
}
