import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { previewQuery } from './preview.query.ts';
import { useSettled } from './useSettled.ts';

/** The text as the public page shows it, rendered and sanitised by the server, with its reading time. */
export function MarkdownPreview({ text }: { text: string }) {
  const settled = useSettled(text);
  const isBlank = settled.trim() === '';
  const query = useQuery({ ...previewQuery(settled), placeholderData: keepPreviousData });
  if (query.isError) {
    return (
      <ErrorState pending={query.isFetching} onRetry={() => void query.refetch()}>
        We couldn't load the preview. Try again. {query.error.message}
      </ErrorState>
    );
  }
  if (isBlank) return <p className="text-muted">Your preview appears here as you write.</p>;
  if (!query.data) return null;
  return (
    <>
      <p className="mb-4 text-muted text-sm">{query.data.minutes} min read</p>
      <div
        className="prose wrap-anywhere text-lg"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's sanitiser made it, by an allow-list
        dangerouslySetInnerHTML={{ __html: query.data.html }}
      />
    </>
  );
}
