import { alerts } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { useSingleMutation } from '../queries/useSingleMutation.ts';
import type { LeadFilter } from './leads.queries.ts';

export function ExportLeads({ filter, disabled }: { filter: LeadFilter; disabled: boolean }) {
  const save = useSingleMutation({
    // Its script comes with the first press.
    mutationFn: async () => (await import('./export-leads.ts')).exportLeads(filter),
    onSuccess: (filename) => alerts.add({ message: `${filename} is saved`, type: 'success', snackbar: true }),
    onError: ({ message }) =>
      alerts.add({
        message: `We couldn't export the leads. Try again. ${message}`,
        type: 'danger',
        snackbar: true,
      }),
  });
  return (
    <Button variant="secondary" pending={save.isPending} disabled={disabled} onClick={() => save.mutate()}>
      Export CSV
    </Button>
  );
}
