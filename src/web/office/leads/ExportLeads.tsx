import { minute } from '../../../shared/time.ts';
import { alerts } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { useSingleMutation } from '../useSingleMutation.ts';
import { exportLeads, type LeadFilter } from './leads.queries.ts';

/** Spreadsheets take a file for UTF-8 only if it says so. */
const byteOrderMark = '\uFEFF';

/** Saves the leads of the filter as a file; a failure is said as an alert, where the button can be pressed again. */
export function ExportLeads({ filter, disabled }: { filter: LeadFilter; disabled: boolean }) {
  const save = useSingleMutation({
    mutationFn: () => exportLeads(filter),
    onSuccess: ({ filename, csv }) => {
      download(filename, new Blob([byteOrderMark, csv], { type: 'text/csv;charset=utf-8' }));
      alerts.add({ message: `${filename} is saved`, type: 'success', snackbar: true });
    },
    onError: ({ message }) =>
      alerts.add({ message: `The leads could not be exported. ${message}`, type: 'danger', snackbar: true }),
  });
  return (
    <Button variant="secondary" pending={save.isPending} disabled={disabled} onClick={() => save.mutate()}>
      Export CSV
    </Button>
  );
}

function download(filename: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = filename;
  link.click();
  // Not at once: some browsers read the file only after this task.
  setTimeout(() => URL.revokeObjectURL(link.href), minute);
}
