import type { OfficeClosing } from '../../../shared/closings/closing-answers.ts';
import { say } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import type { Versioned } from './closings.queries.ts';
import { isBlocked } from './Interest.tsx';
import { type OnConflict, officeActs, useOfficeAct } from './office-closings.queries.ts';

type MarkNoticeProps = { current: Versioned<OfficeClosing>; onConflict: OnConflict; number: number };

/** A notice of withdrawal waits until it is sent, as a letter does. */
export function MarkNotice({ current, onConflict, number }: MarkNoticeProps) {
  const act = useOfficeAct(current, onConflict);
  return (
    <div className="grid gap-1">
      <Button
        variant="secondary"
        size="sm"
        pending={act.isPending}
        disabled={isBlocked(current.closing)}
        onClick={() =>
          act.mutate(
            { act: officeActs(current.closing._id).step({ step: 'notice-sent', number }) },
            { onSuccess: () => say('Marked as sent') },
          )
        }
      >
        Mark notice {number} as sent
      </Button>
      {act.error && (
        <p role="alert" className="text-error text-sm">
          {act.error.message}
        </p>
      )}
    </div>
  );
}
