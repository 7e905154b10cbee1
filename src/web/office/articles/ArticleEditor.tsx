import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { EditorForm } from '../form/EditorForm.tsx';
import { useEditor } from '../form/useEditor.ts';
import type { Version } from '../form/versions.ts';
import { ArticleFields } from './ArticleFields.tsx';
import { type ArticleValues, articleForm, labels, newArticleForm } from './article-form.ts';
import { CoverPicture } from './CoverPicture.tsx';

const list = '/dashboard/view-articles';

type ArticleEditorProps = {
  id: string;
  start: Version<ArticleValues>;
  save: (values: ArticleValues, etag: string | undefined) => Promise<unknown>;
  readLatest?: () => Promise<Version<ArticleValues>>;
};

const saveLabels = { published: 'Publish article', draft: 'Save as draft', scheduled: 'Schedule article' };

export function ArticleEditor({ id, start, save, readLatest }: ArticleEditorProps) {
  const navigate = useNavigate();
  const isNew = id === 'new';
  const form = useForm({
    resolver: zodResolver(isNew ? newArticleForm : articleForm),
    defaultValues: start.values,
  });
  const editor = useEditor({
    form,
    name: `article:${id}`,
    start,
    save,
    readLatest,
    onSaved: () => void navigate(list),
  });
  const state = useWatch({ control: form.control, name: 'state' });
  const isAsBefore = !isNew && state === start.values.state;
  return (
    <EditorForm
      editor={editor}
      what="The article"
      labels={labels}
      show={{ cover_id: (cover) => (cover ? <CoverPicture id={cover} alt="This cover" /> : 'No cover') }}
      saveLabel={isAsBefore ? 'Save changes' : saveLabels[state]}
      cancelTo={list}
    >
      <ArticleFields form={form} isNew={isNew} isPublic={!isNew && start.values.state === 'published'} />
    </EditorForm>
  );
}
