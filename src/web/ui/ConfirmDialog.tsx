import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, useRef } from 'react';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';
import { backdropClass, dialogClass, dialogFooterClass } from './Dialog.tsx';
import { firstConnected, focusTargets } from './focus.ts';

type ConfirmDialogProps = {
  open: boolean;
  /** Names the object: 'Delete “Spring market”?'. */
  title: ReactNode;
  body?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  pending?: boolean;
  error?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
};

/** Starts on Cancel. On closing, focus returns to the opener or, if its row was deleted, to the next one. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, body, confirmLabel, cancelLabel = 'Cancel', danger, pending, error } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  const places = useRef<HTMLElement[]>([]);
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && !pending && props.onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropClass} />
        <AlertDialog.Popup
          initialFocus={() => {
            places.current = focusTargets(document.activeElement);
            return cancel.current;
          }}
          finalFocus={() => firstConnected(places.current)}
          className={cx(dialogClass, 'max-w-md')}
        >
          <AlertDialog.Title className="text-xl">{title}</AlertDialog.Title>
          {body && <AlertDialog.Description className="mt-3 text-muted">{body}</AlertDialog.Description>}
          {error && (
            <p role="alert" className="mt-3 text-error">
              {error}
            </p>
          )}
          <div className={dialogFooterClass}>
            <Button ref={cancel} variant="secondary" onClick={props.onClose} disabled={pending}>
              {cancelLabel}
            </Button>
            <Button
              variant={danger ? 'danger' : 'primary'}
              pending={pending}
              // Ignore a second click while the dialog fades out.
              onClick={() => open && props.onConfirm()}
            >
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
