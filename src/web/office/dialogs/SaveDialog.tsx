import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { say } from '../../ui/alerts.ts';
import { focusFirstInvalid } from '../../ui/focus.ts';
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
    say(saved);
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

/** A form that shows each refusal, by the server or its own: the first invalid field gets focus, or why comes in sight. */
export function useFocusOnRefusal(byServer: Error | null, own?: object): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal is a reason
  useEffect(() => {
    if (!form.current) return;
    focusFirstInvalid(form.current);
    form.current.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
  }, [byServer, own]);
  return form;
}
