import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { EditorForm } from '../form/EditorForm.tsx';
import { useEditor } from '../form/useEditor.ts';
import type { Version } from '../form/versions.ts';
import { ArticleFields } from './ArticleFields.tsx';
import { type ArticleValues, articleForm, labels, newArticleForm } from './article-form.ts';

const list = '/dashboard/view-articles';

type ArticleEditorProps = {
  /** The id of the article, or 'new'. */
  id: string;
  start: Version<ArticleValues>;
  save: (values: ArticleValues, etag: string | undefined) => Promise<unknown>;
  readLatest?: () => Promise<Version<ArticleValues>>;
  saveLabel: string;
};

export function ArticleEditor({ id, start, save, readLatest, saveLabel }: ArticleEditorProps) {
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
  return (
    <EditorForm editor={editor} what="The article" labels={labels} saveLabel={saveLabel} cancelTo={list}>
      <ArticleFields form={form} isNew={isNew} />
    </EditorForm>
  );
}
