import { type RefObject, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Lead } from '../../../shared/leads.contract.ts';
import { alerts } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { LazyConfirmDialog } from '../lazy-dialogs.tsx';
import { nameOf } from './lead-labels.ts';
import { useDeleteLead } from './leads.queries.ts';
import { useLeadsAddress } from './useLeadsAddress.ts';

type DeleteLeadProps = {
  lead: Lead;
  gone: RefObject<boolean>;
};

export function DeleteLead({ lead, gone }: DeleteLeadProps) {
  const [asking, setAsking] = useState(false);
  const remove = useDeleteLead();
  const navigate = useNavigate();
  const list = useLeadsAddress();
  const id = useId();

  function confirm(): void {
    if (gone.current) return;
    remove.mutate(lead._id, {
      onSuccess: () => {
        gone.current = true;
        alerts.add({ message: `${nameOf(lead)} is deleted`, type: 'success', snackbar: true });
        // Replace: Back must not lead to the deleted lead.
        void navigate(list, { replace: true });
      },
    });
  }

  function close(): void {
    remove.reset();
    setAsking(false);
  }

  return (
    <section aria-labelledby={id} className="grid justify-items-start gap-3 border-line border-t pt-6">
      <h2 id={id} className="text-xl">
        Delete lead
      </h2>
      <p className="text-muted">This deletes the contact details and all notes.</p>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <LazyConfirmDialog
        open={asking}
        title={`Delete “${nameOf(lead)}”?`}
        body="This deletes the contact details and all notes. You can't undo this."
        confirmLabel="Delete"
        danger
        pending={remove.isPending}
        error={remove.error && `We couldn't delete it. Try again. ${remove.error.message}`}
        onConfirm={confirm}
        onClose={close}
      />
    </section>
  );
}
