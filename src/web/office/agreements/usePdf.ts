import { alerts } from '../../ui/alerts.ts';
import { download } from '../files/download.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';

/** Saves a PDF of the server. */
export const usePdf = (read: () => Promise<{ filename: string; file: Blob }>) =>
  useSingleMutation({
    mutationFn: read,
    onSuccess: ({ filename, file }) => {
      download(filename, file);
      alerts.add({ message: `${filename} is saved`, type: 'success', snackbar: true });
    },
    onError: ({ message }) =>
      alerts.add({ message: `We couldn't download the PDF. ${message}`, type: 'danger', snackbar: true }),
  });
