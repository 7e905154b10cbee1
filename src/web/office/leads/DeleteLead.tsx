import type { RefObject } from 'react';
import { useNavigate } from 'react-router';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { say } from '../../ui/alerts.ts';
import { LazyConfirmDialog } from '../dialogs/lazy-dialogs.tsx';
import { nameOf } from './lead-labels.ts';
import { useDeleteLead } from './leads.queries.ts';
import { useLeadsAddress } from './useLeadsAddress.ts';

type DeleteLeadProps = {
  lead: Lead;
  gone: RefObject<boolean>;
  open: boolean;
  onClose: () => void;
};

export function DeleteLead({ lead, gone, open, onClose }: DeleteLeadProps) {
  const remove = useDeleteLead();
  const navigate = useNavigate();
  const list = useLeadsAddress();

  function confirm(): void {
    if (gone.current) return;
    remove.mutate(lead._id, {
      onSuccess: () => {
        gone.current = true;
        say(`${nameOf(lead)} is deleted`);
        // Replace: Back must not lead to the deleted lead.
        void navigate(list, { replace: true });
      },
    });
  }

  function close(): void {
    remove.reset();
    onClose();
  }

  return (
    <LazyConfirmDialog
      open={open}
      title={`Delete “${nameOf(lead)}”?`}
      body="This deletes the contact details and all notes. You can't undo this."
      confirmLabel="Delete"
      danger
      pending={remove.isPending}
      error={remove.error && `We couldn't delete it. Try again. ${remove.error.message}`}
      onConfirm={confirm}
      onClose={close}
    />
  );
}
