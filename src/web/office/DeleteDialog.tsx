import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { LazyConfirmDialog } from './lazy-dialogs.tsx';

export interface DeleteTarget {
  id: string;
  name: string;
}

type DeleteDialogProps = {
  /** What is to be deleted; undefined while nothing is. */
  target: DeleteTarget | undefined;
  /** What follows for the public. */
  consequence: string;
  remove: UseMutationResult<unknown, Error, string>;
  onClose: () => void;
};

/** Asks by name before something is deleted; a failure stays in the dialog, where Delete tries again. */
export function DeleteDialog({ target, consequence, remove, onClose }: DeleteDialogProps) {
  // The words stay while the dialog fades away.
  const [last, setLast] = useState(target);
  if (target && target !== last) setLast(target);
  return (
    <LazyConfirmDialog
      open={target !== undefined}
      title={`Delete “${last?.name}”?`}
      body={consequence}
      confirmLabel="Delete"
      danger
      pending={remove.isPending}
      error={remove.error && `It could not be deleted. ${remove.error.message}`}
      onConfirm={() => target && remove.mutate(target.id, { onSuccess: onClose })}
      onClose={() => {
        remove.reset();
        onClose();
      }}
    />
  );
}
