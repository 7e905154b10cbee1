import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { type ArticleValues, labels } from '../articles/article-form.ts';
import { NewerCopyNotice } from '../articles/NewerCopyNotice.tsx';
import { usePublishing } from '../articles/usePublishing.ts';
import { useTextView } from '../articles/useTextView.ts';
import { useWorkingCopy } from '../articles/useWorkingCopy.ts';
import { type StoredCopy, toDraft } from '../articles/working-copy.ts';
import { EditorForm } from '../form/EditorForm.tsx';
import { useEditor } from '../form/useEditor.ts';
import { type PageVersion, staffPageQuery, useSavePage } from './handbook.queries.ts';
import { PageActions } from './PageActions.tsx';
import { PageFields } from './PageFields.tsx';
import { toValues } from './page-form.ts';
import { idsOf, mergeSettings, settingsOf, toFields } from './page-settings.ts';
import { usePageSettings } from './usePageSettings.ts';

const list = '/dashboard/handbook';

const resolve: Resolver<ArticleValues> = async (...form) =>
  (await import('./page-rules.ts')).resolvePage(...form);

const toVersion = ({ page, etag }: PageVersion) => ({ values: toValues(page), etag });

/** The writing room of articles for a page: who reads and acknowledges it is asked when it is published. */
export function PageEditor({ start, copy: stored }: { start: PageVersion; copy: StoredCopy }) {
  const { _id } = start.page;
  const navigate = useNavigate();
  const client = useQueryClient();
  const update = useSavePage(_id);
  const [page, setPage] = useState(start.page);
  const settings = usePageSettings(page);
  const form = useForm({ resolver: resolve, defaultValues: toValues(start.page) });
  const tag = useRef<string | undefined>(stored.etag);
  // A ref, as a conflict may change the settings after the last rendering and before the save.
  const decided = useRef(settings);
  decided.current = settings;
  const base = useRef(start.page);

  /** Includes files that were added here. */
  const filesShown = () =>
    idsOf((client.getQueryData(staffPageQuery(_id).queryKey)?.page ?? start.page).files);

  /** Someone else may have changed the settings, too. @throws Error for other files, which are to be seen before a save */
  async function readLatest() {
    const shown = filesShown().toSorted().join();
    const latest = await client.fetchQuery({ ...staffPageQuery(_id), staleTime: 0 });
    const merged = mergeSettings(settingsOf(base.current), decided.current.settings, settingsOf(latest.page));
    base.current = latest.page;
    decided.current = { ...decided.current, settings: merged };
    settings.setSettings(merged);
    setPage(latest.page);
    if (shown !== idsOf(latest.page.files).toSorted().join())
      throw new Error(
        'Someone else changed its files in the meantime. Look at them in the page settings, then publish again.',
      );
    return toVersion(latest);
  }

  const editor = useEditor({
    form,
    // As articles: the history of versions restores either.
    name: `article:${_id}`,
    start: toVersion(start),
    save: ({ title, slug, text }, etag) =>
      update.mutateAsync({
        body: {
          title,
          slug,
          text,
          files: filesShown(),
          ...toFields(decided.current.settings, decided.current.asking),
        },
        etag,
        message: 'Page published',
      }),
    readLatest,
    stored: toDraft(stored, toVersion(start)),
    copyTag: tag,
    onSaved: () => {
      void copy.finish({ keep: false });
      void navigate(list);
    },
  });
  const copy = useWorkingCopy({ ...editor, id: _id, stored, tag });
  const publishing = usePublishing(editor, copy);
  const view = useTextView();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <EditorForm
      editor={editor}
      what="The page"
      labels={labels}
      saveLabel={page.published ? 'Publish changes' : 'Publish page'}
      onSubmit={publishing.open}
      onRetry={publishing.retry}
      unsaved={{ dirty: copy.isUnsaved, asks: copy.isStuck }}
      barOnTop
      actions={
        <PageActions
          page={page}
          form={form}
          copy={copy}
          publishing={publishing}
          view={view}
          settings={settings}
          before={page.published ? editor.base.values : undefined}
          slot={setSlot}
        />
      }
      cancelTo={list}
      cancelLabel="Back"
    >
      <NewerCopyNotice copy={copy} />
      <PageFields form={form} page={page} view={view} slot={slot} />
    </EditorForm>
  );
}
