import { say, warn } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { useSingleMutation } from '../queries/useSingleMutation.ts';
import type { LeadFilter } from './leads.queries.ts';

export function ExportLeads({ filter, disabled }: { filter: LeadFilter; disabled: boolean }) {
  const save = useSingleMutation({
    // Its script comes with the first press.
    mutationFn: async () => (await import('./export-leads.ts')).exportLeads(filter),
    onSuccess: (filename) => say(`${filename} is saved`),
    onError: ({ message }) => warn(`We couldn't export the leads. Try again. ${message}`),
  });
  return (
    <Button variant="secondary" pending={save.isPending} disabled={disabled} onClick={() => save.mutate()}>
      Export CSV
    </Button>
  );
}
