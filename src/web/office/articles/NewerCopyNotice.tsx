import { Button } from '../../ui/Button.tsx';
import { useSingleMutation } from '../queries/useSingleMutation.ts';
import type { WorkingCopyOfForm } from './useWorkingCopy.ts';

/** Two windows of one editor: neither overwrites the other unasked. */
export function NewerCopyNotice({ copy }: { copy: WorkingCopyOfForm }) {
  const choose = useSingleMutation({ mutationFn: (work: () => Promise<void>) => work() });
  if (copy.state.kind !== 'elsewhere') return null;
  return (
    <div className="grid gap-3 rounded-lg border border-poppy-text bg-surface p-4">
      <p role="alert">
        You have newer changes in another window or device. Choose which version to keep; nothing here is
        saved until you do.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button size="sm" variant="secondary" onClick={() => choose.mutate(copy.takeTheirs)}>
          Use the newer version
        </Button>
        <Button size="sm" variant="secondary" onClick={() => choose.mutate(copy.keepMine)}>
          Keep this one
        </Button>
      </div>
      {choose.error && <p role="alert">{choose.error.message}</p>}
    </div>
  );
}
