import WifiOff from 'lucide-react/icons/wifi-off';
import { useSyncExternalStore } from 'react';
import { followHeight } from '../../ui/follow-height.ts';

const followNotice = followHeight('--notice-height');

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  // The region exists from the start, so that screen readers announce its content.
  return (
    <div ref={followNotice} data-notice="" role="status" className="sticky top-(--header-height) z-20">
      {!online && (
        <p className="flex items-center gap-3 border-line border-b bg-sand px-5 py-2 text-sm">
          <WifiOff className="size-4 shrink-0" />
          You're offline. We'll keep what you type, but can't save it until you're back online.
        </p>
      )}
    </div>
  );
}
