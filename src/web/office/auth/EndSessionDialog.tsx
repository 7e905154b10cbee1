import type { OwnSession } from '../../../shared/auth/own-sessions.contract.ts';
import { LazyConfirmDialog, useLast } from '../dialogs/lazy-dialogs.tsx';
import { useEndSession } from './account.queries.ts';

type EndSessionDialogProps = { target: OwnSession | undefined; onClose: () => void };

export function EndSessionDialog({ target, onClose }: EndSessionDialogProps) {
  const last = useLast(target);
  const end = useEndSession();
  return (
    <LazyConfirmDialog
      open={target !== undefined}
      title={`End the session of “${last?.device}”?`}
      body={`The device at ${last?.address} is signed out right away. If you don't recognize it, change your password too.`}
      confirmLabel="End session"
      danger
      pending={end.isPending}
      error={end.error?.message}
      onConfirm={() => target && end.mutate(target._id, { onSuccess: onClose })}
      onClose={() => {
        end.reset();
        onClose();
      }}
    />
  );
}
