import { type ReactNode, useId } from 'react';
import { alerts } from '../../ui/alerts.ts';
import { FormDialog } from './FormDialog.tsx';

interface SaveDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description: string;
  /** The snackbar says it. */
  saved: string;
  save: { isPending: boolean; reset: () => void };
  /** The form, with the id by which the button finds it, and what to call once it is saved; undefined until its values are read. */
  children: ((form: { id: string; onSaved: () => void }) => ReactNode) | undefined;
}

/** A form of settings: it stays open while it saves, and a refusal is gone when it opens again. */
export function SaveDialog({ open, onClose, title, description, saved, save, children }: SaveDialogProps) {
  const form = useId();
  function close(): void {
    if (save.isPending) return;
    save.reset();
    onClose();
  }
  function onSaved(): void {
    alerts.add({ message: saved, type: 'success', snackbar: true });
    save.reset();
    onClose();
  }
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={title}
      description={description}
      form={form}
      pending={save.isPending}
      submit="Save"
    >
      {open && children?.({ id: form, onSaved })}
    </FormDialog>
  );
}
