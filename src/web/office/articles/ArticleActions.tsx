import { lazy, Suspense, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router';
import { Button } from '../../ui/Button.tsx';
import { MenuLink } from '../../ui/Menu.tsx';
import { useEverOpen } from '../dialogs/lazy-dialogs.tsx';
import type { Editor } from '../form/useEditor.ts';
import type { ArticleValues } from './article-form.ts';
import type { Publishing } from './usePublishing.ts';
import type { TextView } from './useTextView.ts';
import type { WorkingCopyOfForm } from './useWorkingCopy.ts';
import { WritingActions } from './WritingActions.tsx';

const ArticlePreviewDialog = lazy(async () => ({
  default: (await import('./ArticlePreviewDialog.tsx')).ArticlePreviewDialog,
}));
const PublishDialog = lazy(async () => ({ default: (await import('./PublishDialog.tsx')).PublishDialog }));

type ArticleActionsProps = {
  /** 'new' or the id of an article. */
  id: string;
  form: UseFormReturn<ArticleValues>;
  editor: Editor<ArticleValues>;
  copy: WorkingCopyOfForm;
  publishing: Publishing;
  view: TextView;
  /** Where the button of the settings goes. */
  settings: (slot: HTMLElement | null) => void;
};

/** The actions next to the button that publishes. */
export function ArticleActions({ id, form, editor, copy, publishing, view, settings }: ArticleActionsProps) {
  const place = useRef<HTMLSpanElement>(null);
  const [isPreviewing, setPreviewing] = useState(false);
  const { state } = editor.base.values;
  const isNew = id === 'new';
  const [wasPreviewed, wasPublishing] = [useEverOpen(isPreviewing), useEverOpen(publishing.isOpen)];
  return (
    <>
      <WritingActions
        copy={copy}
        view={view}
        settings={settings}
        onPreview={() => setPreviewing(true)}
        links={
          !isNew && (
            <>
              <MenuLink render={(props) => <Link {...props} to={`/dashboard/preview-article/${id}`} />}>
                Saved article
              </MenuLink>
              <MenuLink render={(props) => <Link {...props} to={`/dashboard/article-versions/${id}`} />}>
                Version history
              </MenuLink>
            </>
          )
        }
      />
      {state !== 'published' && (
        <>
          {/* On a phone, both buttons that save share a row. */}
          <span className="w-full sm:hidden" />
          <Button variant="secondary" size="sm" onClick={publishing.saveDraft}>
            {state === 'draft' ? 'Save as draft' : 'Save changes'}
          </Button>
        </>
      )}
      <span ref={place} hidden />
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
