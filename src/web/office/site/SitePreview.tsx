import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { LazyDialog } from '../dialogs/lazy-dialogs.tsx';
import { Loaded } from '../page/Loaded.tsx';

type SitePreviewProps = { title: string; load: () => Promise<string>; onClose: () => void };

/** The landing page in a frame that runs no script. */
export function SitePreview({ title, load, onClose }: SitePreviewProps) {
  const [phone, setPhone] = useState(false);
  const id = useId();
  const query = useQuery({ queryKey: ['site-preview', id], queryFn: load, gcTime: 0, retry: false });
  return (
    <LazyDialog open onClose={onClose} title={title} className="md:max-w-6xl">
      <div className="grid grid-cols-1 gap-4">
        <div className="max-md:hidden">
          <Button variant="secondary" size="sm" aria-pressed={phone} onClick={() => setPhone(!phone)}>
            Phone width
          </Button>
        </div>
        <Loaded query={query} what="The preview" skeleton={<Skeleton className="h-96" />}>
          {(html) => (
            <iframe
              title="Preview of the landing page"
              // The frame has the same origin, so that its style sheet loads; scripts stay off.
              sandbox="allow-same-origin"
              srcDoc={html}
              className={`h-[70dvh] rounded-md border border-line bg-ground ${phone ? 'mx-auto w-97 max-w-full' : 'w-full'}`}
            />
          )}
        </Loaded>
      </div>
    </LazyDialog>
  );
}
