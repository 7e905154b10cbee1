import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api.ts';
import { say } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { LazyConfirmDialog } from '../dialogs/lazy-dialogs.tsx';
import { Section } from '../page/Section.tsx';
import { useSingleMutation } from '../queries/useSingleMutation.ts';

const sampleQuery = queryOptions({
  queryKey: ['sample'],
  queryFn: ({ signal }) => api('GET /api/sample', { signal }),
});

/** Nothing where the database holds no samples, as on a real site. */
export function SampleContent() {
  const { data } = useQuery(sampleQuery);
  const [asked, setAsked] = useState(false);
  const client = useQueryClient();
  const remove = useSingleMutation({
    mutationFn: () => api('DELETE /api/sample', {}),
    onSuccess: () => {
      say('Sample content removed');
      setAsked(false);
      // Every list has lost rows.
      return client.invalidateQueries();
    },
  });
  if (!data?.filled) return null;
  return (
    <Section title="Sample content" className="justify-items-start">
      <p className="max-w-measure">
        This site was filled with made-up members, leads, posts, articles, and testimonials so you can try
        things out.
      </p>
      <Button variant="secondary" onClick={() => setAsked(true)}>
        Remove sample content
      </Button>
      <LazyConfirmDialog
        open={asked}
        title="Remove all sample content?"
        body="Articles and testimonials you've edited stay, and so does everything you added. You can't undo this."
        confirmLabel="Remove"
        danger
        pending={remove.isPending}
        error={remove.error && `We couldn't remove all of it. Try again. ${remove.error.message}`}
        onConfirm={() => remove.mutate()}
        onClose={() => {
          remove.reset();
          setAsked(false);
        }}
      />
    </Section>
  );
}
