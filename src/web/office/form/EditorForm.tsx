import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ConflictPanel } from './ConflictPanel.tsx';
import { UnsavedChanges } from './UnsavedChanges.tsx';
import type { Editor } from './useEditor.ts';
import type { TextValues } from './versions.ts';

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
  children: ReactNode;
};

export function EditorForm<Values extends TextValues>(props: EditorFormProps<Values>) {
  const { editor, what, labels, show, saveLabel, cancelTo, cancelLabel = 'Cancel', children } = props;
  const { form, failure, conflict, restored, saved, submit, discard } = editor;
  const { isSubmitting, isDirty } = form.formState;
  const id = useId();
  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="grid grid-cols-1 gap-6"
    >
      {restored && !conflict && <RestoredNotice onDiscard={discard} />}
      {conflict && <ConflictPanel {...{ form, conflict, labels, what, show }} />}
      {children}
      {failure !== undefined && (
        <ErrorState pending={isSubmitting} onRetry={submit}>
          {what} could not be saved. {failure}
        </ErrorState>
      )}
      <div className="sticky bottom-0 z-10 flex flex-wrap gap-3 border-line border-t bg-ground py-3">
        <Button type="submit" pending={isSubmitting}>
          {saveLabel}
        </Button>
        <Link to={cancelTo} className={buttonClass({ variant: 'quiet' })}>
          {cancelLabel}
        </Link>
      </div>
      <UnsavedChanges dirty={isDirty} saved={saved} onDiscard={discard} />
    </form>
  );
}

function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-sand p-4">
      <p role="status">What you typed before and did not save is back.</p>
      <Button variant="secondary" size="sm" onClick={onDiscard}>
        Discard it
      </Button>
    </div>
  );
}
