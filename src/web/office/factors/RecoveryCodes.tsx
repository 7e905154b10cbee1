import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { LazyConfirmDialog } from '../dialogs/lazy-dialogs.tsx';
import { useNewRecoveryCodes } from './factors.queries.ts';

export function RecoveryCodes({ left, onMade }: { left: number; onMade: (codes: string[]) => void }) {
  const [asking, setAsking] = useState(false);
  const make = useNewRecoveryCodes((codes) => {
    setAsking(false);
    onMade(codes);
  });
  return (
    <div className="grid justify-items-start gap-3">
      <h3 className="font-sans font-semibold text-base leading-normal tracking-normal">Recovery codes</h3>
      <p className="text-muted">
        Use one if you lose your phone. Each code works once. {left === 1 ? '1 is' : `${left} are`} left.
      </p>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Make new recovery codes
      </Button>
      <LazyConfirmDialog
        open={asking}
        title="Make new recovery codes?"
        body="Your old codes stop working."
        confirmLabel="Make new codes"
        pending={make.isPending}
        error={make.error?.message}
        onConfirm={() => make.mutate()}
        onClose={() => {
          make.reset();
          setAsking(false);
        }}
      />
    </div>
  );
}
