import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { PagePreview } from '../../../shared/articles/articles.contract.ts';
import { excerpt } from '../../../shared/excerpt.ts';
import { ApiError, api } from '../../api.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { LazyDialog } from '../dialogs/lazy-dialogs.tsx';
import { Loaded } from '../page/Loaded.tsx';
import type { ArticleValues } from './article-form.ts';
import { fromOfficeTime } from './office-time.ts';
import { toTyped } from './working-copy.ts';

type ArticlePreviewDialogProps = { open: boolean; form: UseFormReturn<ArticleValues>; onClose: () => void };

/** The article as readers, search engines and shared links will show it, whether it is saved or not. */
export function ArticlePreviewDialog({ open, form, onClose }: ArticlePreviewDialogProps) {
  return (
    <LazyDialog open={open} onClose={onClose} className="max-w-2xl" title="Before publishing">
      {open && <Previews form={form} />}
    </LazyDialog>
  );
}

function Previews({ form }: { form: UseFormReturn<ArticleValues> }) {
  const [tab, setTab] = useState('phone');
  const values = useWatch({ control: form.control });
  const [body] = useState(() => {
    const all = { ...form.getValues(), ...values };
    const date = all.state === 'scheduled' ? fromOfficeTime(all.date) : undefined;
    return { ...toTyped(all), ...(date !== undefined && { date }) };
  });
  const query = useQuery({
    queryKey: ['page-preview', body],
    queryFn: ({ signal }) => api('POST /api/articles/page-preview', { body, signal }),
    // The request is repeated, as the preview next to the text may replace this one on the server.
    retry: (failures, error) => failures < 5 && error instanceof ApiError && error.status === 409,
    gcTime: 0,
  });
  return (
    <Loaded query={query} what="The preview" skeleton={<Skeleton className="h-96" />}>
      {(page) => (
        <Tabs
          label="Previews"
          value={tab}
          onChange={setTab}
          tabs={[
            { id: 'phone', label: 'On a phone', content: tab === 'phone' && <Phone html={page.html} /> },
            { id: 'search', label: 'Search result', content: <SearchResult page={page} /> },
            { id: 'link', label: 'Shared link', content: <SharedLink page={page} /> },
          ]}
        />
      )}
    </Loaded>
  );
}

/** Nothing runs in the frame; it is of this origin only because other origins may load no file of ours. */
const Phone = ({ html }: { html: string }) => (
  <iframe
    title="The page on a phone"
    sandbox="allow-same-origin"
    srcDoc={html}
    className="mx-auto h-[min(42rem,65dvh)] w-[24.375rem] max-w-full rounded-lg border border-line"
  />
);

/** Search engines cut longer titles and descriptions at about this many characters. */
const searchLengths = { title: 60, description: 155 };

function SearchResult({ page: { title, description, address } }: { page: PagePreview }) {
  const { host, pathname } = new URL(address);
  return (
    <div className="grid grid-cols-1 gap-1 rounded-lg border border-line bg-surface p-4">
      <p className="wrap-anywhere text-muted text-sm">
        {host}
        {pathname.replaceAll('/', ' › ')}
      </p>
      <p className="wrap-anywhere text-brand text-lg">{excerpt(title, searchLengths.title)}</p>
      <p className="wrap-anywhere text-sm">
        {description
          ? excerpt(description, searchLengths.description)
          : 'Without a snippet, we use the start of the text.'}
      </p>
    </div>
  );
}

function SharedLink({ page: { title, description, address, image } }: { page: PagePreview }) {
  return (
    <div className="mx-auto grid max-w-md grid-cols-1 overflow-hidden rounded-lg border border-line bg-surface">
      {/* Loaded by its path, as the site's address may differ from the office's. */}
      <img src={new URL(image.url).pathname} alt={image.alt} className="aspect-[1.91] w-full object-cover" />
      <div className="grid grid-cols-1 gap-1 p-4">
        <p className="text-muted text-sm">{new URL(address).host}</p>
        <p className="wrap-anywhere font-semibold">{excerpt(title, 70)}</p>
        <p className="wrap-anywhere text-muted text-sm">{excerpt(description, 120)}</p>
      </div>
    </div>
  );
}
