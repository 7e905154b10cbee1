import { Button } from '../../ui/Button.tsx';

export function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-sand p-4">
      <p role="status">What you typed before and did not save is back.</p>
      <Button variant="secondary" size="sm" onClick={onDiscard}>
        Discard it
      </Button>
    </div>
  );
}
