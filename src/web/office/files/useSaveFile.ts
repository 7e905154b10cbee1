import { say, warn } from '../../ui/alerts.ts';
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
      say(`${filename} is saved`);
    },
    onError: ({ message }: Error) => warn(`We couldn't save the file. Try again. ${message}`),
  });
}
