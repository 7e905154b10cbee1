import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useEverOpen } from '../dialogs/lazy-dialogs.tsx';

const AddLeadDialog = lazy(async () => ({ default: (await import('./AddLeadDialog.tsx')).AddLeadDialog }));

/** Adds a lead by hand; its script comes with the first press. */
export function AddLead() {
  const [open, setOpen] = useState(false);
  const ever = useEverOpen(open);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add lead</Button>
      <Suspense>{ever && <AddLeadDialog open={open} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
