import { lazy, Suspense, useState } from 'react';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { Button } from '../../ui/Button.tsx';
import { useEverOpen } from '../dialogs/lazy-dialogs.tsx';
import type { ContactKind } from './LogDialog.tsx';
import { nameOf } from './lead-labels.ts';

const LogDialog = lazy(async () => ({ default: (await import('./LogDialog.tsx')).LogDialog }));

/** Logs a call where the lead stands in a list; its script comes with the first press. */
export function LogOnRow({ lead }: { lead: Lead }) {
  const [kind, setKind] = useState<ContactKind>();
  const ever = useEverOpen(kind !== undefined);
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Log call: ${nameOf(lead)}`}
        onClick={() => setKind('call')}
      >
        Log call
      </Button>
      <Suspense>{ever && <LogDialog lead={lead} kind={kind} onClose={() => setKind(undefined)} />}</Suspense>
    </>
  );
}
