import type { UseMutationResult } from '@tanstack/react-query';
import { LazyConfirmDialog, useLast } from './lazy-dialogs.tsx';

export interface DeleteTarget {
  id: string;
  name: string;
}

type DeleteDialogProps = {
  target: DeleteTarget | undefined;
  consequence: string;
  remove: UseMutationResult<unknown, Error, string>;
  onClose: () => void;
};

/** Confirms a deletion. A failure stays in the dialog, where Delete retries. */
export function DeleteDialog({ target, consequence, remove, onClose }: DeleteDialogProps) {
  const last = useLast(target);
  return (
    <LazyConfirmDialog
      open={target !== undefined}
      title={`Delete “${last?.name}”?`}
      body={consequence}
      confirmLabel="Delete"
      danger
      pending={remove.isPending}
      error={remove.error && `We couldn't delete it. Try again. ${remove.error.message}`}
      onConfirm={() => target && remove.mutate(target.id, { onSuccess: onClose })}
      onClose={() => {
        remove.reset();
        onClose();
      }}
    />
  );
}
