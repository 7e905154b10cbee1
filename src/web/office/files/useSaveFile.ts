import { alerts } from '../../ui/alerts.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';
import { download } from './download.ts';

/** Saves what `read` brings through the browser, or says what went wrong. */
export function useSaveFile<Variables = void>(
  read: (variables: Variables) => Promise<{ filename: string; file: Blob }>,
) {
  return useSingleMutation({
    mutationFn: read,
    onSuccess: ({ filename, file }) => {
      download(filename, file);
      alerts.add({ message: `${filename} is saved`, type: 'success', snackbar: true });
    },
    onError: ({ message }: Error) =>
      alerts.add({
        message: `We couldn't save the file. Try again. ${message}`,
        type: 'danger',
        snackbar: true,
      }),
  });
}
