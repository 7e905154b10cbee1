import { say, warn } from '../../ui/alerts.ts';
import { download } from '../files/download.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';

/** Saves a PDF of the server. */
export const usePdf = (read: () => Promise<{ filename: string; file: Blob }>) =>
  useSingleMutation({
    mutationFn: read,
    onSuccess: ({ filename, file }) => {
      download(filename, file);
      say(`${filename} is saved`);
    },
    onError: ({ message }) => warn(`We couldn't download the PDF. ${message}`),
  });
