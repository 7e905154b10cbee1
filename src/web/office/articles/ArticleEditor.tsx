import { useRef, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { StaffArticle } from '../../../shared/articles/articles.contract.ts';
import type { SubmissionMark } from '../../../shared/review/review.contract.ts';
import { EditorForm } from '../form/EditorForm.tsx';
import { useEditor } from '../form/useEditor.ts';
import type { Version } from '../form/versions.ts';
import { SubmissionNotice } from '../publishing/SubmissionState.tsx';
import { useUser } from '../session/guards.tsx';
import { ArticleActions } from './ArticleActions.tsx';
import { ArticleFields } from './ArticleFields.tsx';
import { type ArticleValues, labels } from './article-form.ts';
import { CoverPicture } from './CoverPicture.tsx';
import { NewerCopyNotice } from './NewerCopyNotice.tsx';
import { usePublishing } from './usePublishing.ts';
import { useTextView } from './useTextView.ts';
import { useWorkingCopy } from './useWorkingCopy.ts';
import { type StoredCopy, toDraft } from './working-copy.ts';

const list = '/dashboard/view-articles';

function saveLabel(waits: boolean, state: ArticleValues['state']): string {
  if (waits) return 'Submit';
  return state === 'published' ? 'Publish changes' : 'Publish article';
}

const resolve: Resolver<ArticleValues> = async (...form) =>
  (await import('./article-rules.ts')).resolveArticle(...form);
const resolveNew: Resolver<ArticleValues> = async (...form) =>
  (await import('./article-rules.ts')).resolveNewArticle(...form);

type ArticleEditorProps = {
  id: string;
  start: Version<ArticleValues>;
  copy: StoredCopy;
  save: (values: ArticleValues, etag: string | undefined) => Promise<StaffArticle>;
  /** Where the last submission stands. */
  mark?: SubmissionMark | undefined;
  readLatest?: () => Promise<Version<ArticleValues>>;
};

export function ArticleEditor({ id, start, copy: stored, save, readLatest, mark }: ArticleEditorProps) {
  const navigate = useNavigate();
  const { articlesWait } = useUser();
  const isSubmitted = useRef(false);
  const isNew = id === 'new';
  const form = useForm({
    resolver: isNew ? resolveNew : resolve,
    defaultValues: start.values,
  });
  const tag = useRef<string | undefined>(stored.etag);
  const editor = useEditor({
    form,
    name: `article:${id}`,
    start,
    save: async (values, etag) => {
      const { submission } = await save(values, etag);
      isSubmitted.current = submission !== undefined && values.state !== 'draft';
    },
    readLatest,
    stored: toDraft(stored, start),
    copyTag: tag,
    onSaved: () => {
      // A public article stays as it is: the author goes on with the copy.
      void copy.finish({ keep: isSubmitted.current && start.values.state !== 'draft' });
      void navigate(list);
    },
  });
  const copy = useWorkingCopy({ ...editor, id, stored, tag });
  const publishing = usePublishing(editor, copy);
  const view = useTextView();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <EditorForm
      editor={editor}
      what="The article"
      labels={labels}
      show={{ cover_id: (cover) => (cover ? <CoverPicture id={cover} alt="This cover" /> : 'No cover') }}
      saveLabel={saveLabel(articlesWait, editor.base.values.state)}
      onSubmit={publishing.open}
      onRetry={publishing.retry}
      unsaved={{ dirty: copy.isUnsaved, asks: copy.isStuck }}
      barOnTop
      actions={
        <ArticleActions
          id={id}
          form={form}
          editor={editor}
          copy={copy}
          publishing={publishing}
          view={view}
          settings={setSlot}
        />
      }
      cancelTo={list}
      cancelLabel="Back"
    >
      {mark && <SubmissionNotice mark={mark} />}
      <NewerCopyNotice copy={copy} />
      <ArticleFields form={form} isNew={isNew} view={view} slot={slot} />
    </EditorForm>
  );
}
