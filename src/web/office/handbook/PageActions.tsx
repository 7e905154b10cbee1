import { lazy, Suspense, useRef, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import type { StaffPage } from '../../../shared/handbook/handbook.contract.ts';
import { MenuLink } from '../../ui/Menu.tsx';
import type { ArticleValues } from '../articles/article-form.ts';
import { MarkdownPreview } from '../articles/MarkdownPreview.tsx';
import type { Publishing } from '../articles/usePublishing.ts';
import type { TextView } from '../articles/useTextView.ts';
import type { WorkingCopyOfForm } from '../articles/useWorkingCopy.ts';
import { WritingActions } from '../articles/WritingActions.tsx';
import { LazyDialog, useEverOpen } from '../dialogs/lazy-dialogs.tsx';
import type { ChosenSettings } from './usePageSettings.ts';

const PublishPageDialog = lazy(async () => ({
  default: (await import('./PublishPageDialog.tsx')).PublishPageDialog,
}));

type PageActionsProps = {
  page: StaffPage;
  form: UseFormReturn<ArticleValues>;
  copy: WorkingCopyOfForm;
  publishing: Publishing;
  view: TextView;
  settings: ChosenSettings;
  /** The published page; undefined before the first publication. */
  before: ArticleValues | undefined;
  /** Where the button of the drawer goes. */
  slot: (slot: HTMLElement | null) => void;
};

/** The actions next to the button that publishes. */
export function PageActions(props: PageActionsProps) {
  const { page, form, copy, publishing, view, settings, before, slot } = props;
  const { _id, slug, published } = page;
  const place = useRef<HTMLSpanElement>(null);
  const [isPreviewing, setPreviewing] = useState(false);
  const wasPublishing = useEverOpen(publishing.isOpen);
  return (
    <>
      <WritingActions
        copy={copy}
        view={view}
        settings={slot}
        onPreview={() => setPreviewing(true)}
        links={
          <>
            {published && (
              <MenuLink render={(link) => <Link {...link} to={`/handbook/${slug}`} />}>
                Published page
              </MenuLink>
            )}
            <MenuLink render={(link) => <Link {...link} to={`/dashboard/handbook/versions/${_id}`} />}>
              Version history
            </MenuLink>
          </>
        }
      />
      <span ref={place} hidden />
      <LazyDialog
        open={isPreviewing}
        onClose={() => setPreviewing(false)}
        className="max-w-2xl"
        title="Before publishing"
      >
        {isPreviewing && <Preview form={form} />}
      </LazyDialog>
      <Suspense>
        {wasPublishing && (
          <PublishPageDialog
            open={publishing.isOpen}
            page={page}
            form={form}
            before={before}
            settings={settings}
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

function Preview({ form }: { form: UseFormReturn<ArticleValues> }) {
  const [title, text] = useWatch({ control: form.control, name: ['title', 'text'] });
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="wrap-anywhere font-display text-2xl leading-tight">{title}</p>
      <div>
        <MarkdownPreview text={text} />
      </div>
    </div>
  );
}
