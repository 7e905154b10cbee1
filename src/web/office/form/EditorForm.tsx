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
  /** What is edited, in a sentence: 'The article'. */
  what: string;
  /** The fields in their order, with their labels; for the two versions of a conflict. */
  labels: Record<keyof Values & string, string>;
  /** How a value of a conflict is shown that is not to be read as it is. */
  show?: Partial<Record<keyof Values & string, (value: string) => ReactNode>>;
  saveLabel: string;
  cancelTo: string;
  cancelLabel?: string;
  children: ReactNode;
};

/** The fields of an editor with everything around them that must not lose what is typed. */
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
