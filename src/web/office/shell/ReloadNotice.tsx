import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useSyncExternalStore } from 'react';
import { Button } from '../../ui/Button.tsx';
import { currentOutdated, subscribeToOutdated } from './outdated.ts';

const texts = {
  newer: 'A new version is ready. Save your work, then reload.',
  incomplete: "Part of this page didn't load. Save your work, then reload.",
};

/** docs/product.md P8.13 */
export function ReloadNotice() {
  const outdated = useSyncExternalStore(subscribeToOutdated, currentOutdated);
  // The region exists from the start, so that screen readers announce its content.
  return (
    <div role="status">
      {outdated && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b bg-sand px-5 py-2 text-sm">
          <RefreshCw className="size-4 shrink-0" />
          <p className="min-w-0 grow basis-56">{texts[outdated]}</p>
          <Button variant="secondary" size="sm" onClick={() => location.reload()}>
            Reload
          </Button>
        </div>
      )}
    </div>
  );
}
