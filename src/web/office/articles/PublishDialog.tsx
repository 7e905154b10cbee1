import { useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Button } from '../../ui/Button.tsx';
import { LazyDialog } from '../dialogs/lazy-dialogs.tsx';
import { useUser } from '../session/guards.tsx';
import { ArticleChanges } from './ArticleChanges.tsx';
import type { ArticleValues } from './article-form.ts';
import { fromOfficeTime } from './office-time.ts';
import { PublicationFields } from './PublicationFields.tsx';

type PublishDialogProps = {
  open: boolean;
  form: UseFormReturn<ArticleValues>;
  /** The saved article; undefined for a new one. */
  before: ArticleValues | undefined;
  /** Takes the focus after publishing, since the fields are inert while they are saved. */
  submitButton: () => HTMLElement | null;
  onConfirm: () => void;
  /** Runs after the dialog has closed, so that closing doesn't take the focus from what follows. */
  onConfirmed: () => void;
  onClose: () => void;
};

const confirmLabels = { published: 'Publish', draft: 'Save as draft', scheduled: 'Schedule' };
const waitingLabels = { ...confirmLabels, published: 'Submit', scheduled: 'Submit' };

function titleOf(waits: boolean, before: ArticleValues | undefined): string {
  if (waits) return 'Submit for review';
  return before?.state === 'published' ? 'Publish changes' : 'Publish article';
}

/** Confirms each publication: whether now or later, and what changes for readers. */
export function PublishDialog(props: PublishDialogProps) {
  const { open, form, before, submitButton, onConfirm, onConfirmed, onClose } = props;
  const isConfirmed = useRef(false);
  const { articlesWait } = useUser();
  const values = useWatch({ control: form.control });
  const { state = 'draft', date = '' } = values;
  function confirm() {
    if (state === 'scheduled' && fromOfficeTime(date) === undefined) {
      form.setError('date', { message: 'Date is required' }, { shouldFocus: true });
      return;
    }
    isConfirmed.current = true;
    onConfirm();
  }
  function cancel() {
    isConfirmed.current = false;
    onClose();
  }
  return (
    <LazyDialog
      open={open}
      onClose={cancel}
      onClosed={() => {
        if (isConfirmed.current) onConfirmed();
      }}
      finalFocus={() => (isConfirmed.current ? submitButton() : null)}
      className="max-w-2xl"
      title={titleOf(articlesWait, before)}
      footer={
        <>
          <Button variant="secondary" onClick={cancel}>
            Cancel
          </Button>
          <Button onClick={confirm}>{(articlesWait ? waitingLabels : confirmLabels)[state]}</Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-6">
        {articlesWait && (
          <p className="text-muted">
            Someone with the right Content looks at it, then publishes it or sends it back to you.
          </p>
        )}
        <PublicationFields form={form} isPublic={before?.state === 'published'} />
        {open && before?.state === 'published' && (
          <section aria-label="What changes for readers" className="grid grid-cols-1 gap-3">
            <h3 className="font-sans font-semibold text-base">What changes for readers</h3>
            {state === 'published' ? (
              <ArticleChanges before={before} after={values} />
            ) : (
              <p className="text-muted">
                {state === 'scheduled'
                  ? "Readers won't see the article until then."
                  : 'Readers can no longer see the article.'}
              </p>
            )}
          </section>
        )}
      </div>
    </LazyDialog>
  );
}
