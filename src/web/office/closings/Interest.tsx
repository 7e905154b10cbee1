import type { OfficeClosing } from '../../../shared/closings/closing-answers.ts';

/** Why the user can't act on a closing: described by it are the buttons that are off. */
export const interestId = 'closing-interest';

export const isBlocked = ({ interest }: Pick<OfficeClosing, 'interest'>): boolean =>
  interest !== null && !interest.mayAct;

export function Interest({ closing: { interest } }: { closing: Pick<OfficeClosing, 'interest'> }) {
  if (interest === null) return null;
  return (
    <p id={interestId} className="max-w-measure rounded-lg border border-poppy-text bg-surface p-4">
      {interest.mayAct
        ? 'This closing pays you. All admins get an email about what you do here.'
        : interest.text}
    </p>
  );
}
