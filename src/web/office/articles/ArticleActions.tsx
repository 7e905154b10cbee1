import { lazy, Suspense, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Button } from '../../ui/Button.tsx';
import type { Editor } from '../form/useEditor.ts';
import { useEverOpen } from '../lazy-dialogs.tsx';
import type { ArticleValues } from './article-form.ts';
import { CopyStatus } from './CopyStatus.tsx';
import type { Publishing } from './usePublishing.ts';
import type { WorkingCopyOfForm } from './useWorkingCopy.ts';

const ArticlePreviewDialog = lazy(async () => ({
  default: (await import('./ArticlePreviewDialog.tsx')).ArticlePreviewDialog,
}));
const PublishDialog = lazy(async () => ({ default: (await import('./PublishDialog.tsx')).PublishDialog }));

type ArticleActionsProps = {
  form: UseFormReturn<ArticleValues>;
  editor: Editor<ArticleValues>;
  copy: WorkingCopyOfForm;
  publishing: Publishing;
  isNew: boolean;
};

/** Beside the button that publishes. */
export function ArticleActions({ form, editor, copy, publishing, isNew }: ArticleActionsProps) {
  const place = useRef<HTMLSpanElement>(null);
  const [isPreviewing, setPreviewing] = useState(false);
  const { state } = editor.base.values;
  const [wasPreviewed, wasPublishing] = [useEverOpen(isPreviewing), useEverOpen(publishing.isOpen)];
  return (
    <>
      {state !== 'published' && (
        <Button variant="secondary" onClick={publishing.saveDraft}>
          {state === 'draft' ? 'Save as draft' : 'Save changes'}
        </Button>
      )}
      <Button variant="quiet" onClick={() => setPreviewing(true)}>
        Page preview
      </Button>
      <span ref={place} hidden />
      <CopyStatus state={copy.state} />
      <Suspense>
        {wasPreviewed && (
          <ArticlePreviewDialog open={isPreviewing} form={form} onClose={() => setPreviewing(false)} />
        )}
      </Suspense>
      <Suspense>
        {wasPublishing && (
          <PublishDialog
            open={publishing.isOpen}
            form={form}
            before={isNew ? undefined : editor.base.values}
            submitButton={() => place.current?.closest('form')?.querySelector('[type=submit]') ?? null}
            onConfirm={publishing.confirm}
            onConfirmed={publishing.save}
            onClose={publishing.close}
          />
        )}
      </Suspense>
    </>
  );
}
