import ArrowLeft from 'lucide-react/icons/arrow-left';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { followHeight } from '../../ui/follow-height.ts';
import { LazyConfirmDialog } from '../dialogs/lazy-dialogs.tsx';
import { ConflictPanel } from './ConflictPanel.tsx';
import { UnsavedChanges } from './UnsavedChanges.tsx';
import type { Editor } from './useEditor.ts';
import type { TextValues } from './versions.ts';

const followBar = followHeight('--bar-height');

type EditorFormProps<Values extends TextValues> = {
  editor: Editor<Values>;
  what: string;
  /** In display order; the conflict panel shows them. */
  labels: Record<keyof Values & string, string>;
  /** How the conflict panel renders values that are not readable text. */
  show?: Partial<Record<keyof Values & string, (value: string) => ReactNode>>;
  saveLabel: string;
  cancelTo: string;
  cancelLabel?: string;
  /** In place of saving, for Enter and the button. */
  onSubmit?: () => void;
  /** In place of saving, after a save has failed. */
  onRetry?: () => void;
  /** Stands next to the button that submits. */
  actions?: ReactNode;
  /** The bar with the buttons above the fields, for a long text. */
  barOnTop?: boolean;
  /** Asked before leaving, where only a part of the input would be lost. */
  unsaved?: { dirty: boolean; asks: boolean };
  children: ReactNode;
};

export function EditorForm<Values extends TextValues>(props: EditorFormProps<Values>) {
  const { editor, what, labels, show, saveLabel, cancelTo, cancelLabel = 'Cancel', children } = props;
  const { onSubmit, actions, barOnTop = false } = props;
  const { form, failure, conflict, restored, saved, saving, submit, discard } = editor;
  const { isSubmitting, isDirty } = form.formState;
  const id = useId();
  const { fields, saveButton } = useInertFields(saving);
  const submitButton = (
    <Button ref={saveButton} type="submit" size={barOnTop ? 'sm' : 'md'} pending={isSubmitting || saving}>
      {saveLabel}
    </Button>
  );
  const leave = (
    <Link
      to={cancelTo}
      className={buttonClass({ variant: 'quiet', size: barOnTop ? 'sm' : 'md' }, barOnTop ? 'px-2' : '')}
    >
      {barOnTop && <ArrowLeft className="size-4" />}
      <span className={cx(barOnTop && 'max-sm:sr-only')}>{cancelLabel}</span>
    </Link>
  );
  // A failure stands next to the button, where its user looks.
  const bar = (
    <div
      ref={barOnTop ? followBar : undefined}
      data-bar=""
      className={cx(
        'sticky z-20 grid grid-cols-1 gap-3 border-line bg-ground',
        barOnTop ? 'top-(--bar-top) border-b py-2' : 'bottom-0 border-t py-3',
      )}
    >
      {failure !== undefined && (
        <ErrorState pending={isSubmitting} onRetry={props.onRetry ?? submit}>
          We couldn't save {what.charAt(0).toLowerCase() + what.slice(1)}. {failure}
        </ErrorState>
      )}
      {barOnTop ? (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {leave}
          {actions}
          {submitButton}
        </div>
      ) : (
        <div className="flex flex-wrap gap-3">
          {submitButton}
          {actions}
          {leave}
        </div>
      )}
    </div>
  );
  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        (onSubmit ?? submit)();
      }}
      className="grid grid-cols-1 gap-6"
    >
      {barOnTop && bar}
      <div ref={fields} className="grid grid-cols-1 gap-6">
        {restored && !conflict && <RestoredNotice isCopy={props.unsaved !== undefined} onDiscard={discard} />}
        {conflict && (
          <ConflictPanel form={form} conflict={conflict} labels={labels} what={what} show={show} />
        )}
        {children}
      </div>
      {!barOnTop && bar}
      <UnsavedChanges
        dirty={props.unsaved?.dirty ?? isDirty}
        asks={props.unsaved?.asks ?? true}
        saved={saved}
        // A working copy is discarded by its own button only.
        onDiscard={props.unsaved ? undefined : discard}
      />
    </form>
  );
}

/** Nothing can be typed during a save. Focus waits on the busy save button and returns unless an error takes it. */
function useInertFields(saving: boolean) {
  const fields = useRef<HTMLDivElement>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  const left = useRef<HTMLElement>(null);
  // No cleanup: React restores focus that a cleanup moves.
  useLayoutEffect(() => {
    const { current: wrapper } = fields;
    if (!wrapper) return;
    const { activeElement } = document;
    if (saving) {
      const isInside = activeElement instanceof HTMLElement && wrapper.contains(activeElement);
      // Otherwise focus is on the button, or moves there as a dialog closes.
      left.current = isInside ? activeElement : saveButton.current;
      if (isInside) saveButton.current?.focus();
    }
    wrapper.inert = saving;
    if (saving) return;
    // A click on inert fields moves the focus to what they are in.
    if (activeElement === saveButton.current || activeElement?.contains(wrapper)) left.current?.focus();
    left.current = null;
  }, [saving]);
  return { fields, saveButton };
}

type RestoredNoticeProps = {
  /** A working copy: more than what this browser has stored. */
  isCopy: boolean;
  onDiscard: () => void;
};

function RestoredNotice({ isCopy, onDiscard }: RestoredNoticeProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-sand p-4">
      <p role="status">
        {isCopy ? 'We restored your unpublished changes.' : 'We restored your unsaved changes.'}
      </p>
      <Button variant="secondary" size="sm" onClick={isCopy ? () => setAsking(true) : onDiscard}>
        Discard them
      </Button>
      <LazyConfirmDialog
        open={isAsking}
        title="Discard your changes?"
        body="They aren't saved anywhere else. You can't undo this."
        confirmLabel="Discard"
        danger
        onConfirm={onDiscard}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
