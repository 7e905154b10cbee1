import type { Lead } from '../../../shared/leads.contract.ts';
import { alerts } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { useGate } from '../../ui/useGate.ts';
import { useChangeLead } from './leads.queries.ts';

/** One button for both directions, so that it keeps the focus. */
export function SpamButton({ lead: { _id, spam } }: { lead: Lead }) {
  const change = useChangeLead(_id);
  const pass = useGate();

  function move(): void {
    const message = spam ? 'Moved to the inbox' : 'Moved to spam';
    const onSuccess = () => void alerts.add({ message, type: 'success', snackbar: true });
    pass(() => change.mutateAsync({ spam: !spam }, { onSuccess }).catch(() => {}));
  }

  return (
    <div className="grid justify-items-start gap-1.5">
      <Button variant="secondary" pending={change.isPending} onClick={move}>
        {spam ? 'Not spam' : 'Move to spam'}
      </Button>
      <div role="alert">
        {change.error && <FieldError>We couldn't move it. Try again. {change.error.message}</FieldError>}
      </div>
    </div>
  );
}
