import { say, warn } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { download } from '../files/download.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';

type DownloadButtonProps = {
  label: string;
  /** Begins the message when it fails. */
  what: string;
  read: () => Promise<{ filename: string; file: Blob }>;
};

export function DownloadButton({ label, what, read }: DownloadButtonProps) {
  const save = useSingleMutation({
    mutationFn: read,
    onSuccess: ({ filename, file }) => {
      download(filename, file);
      say(`${filename} is saved`);
    },
    onError: ({ message }) =>
      warn(`We couldn't download ${what.charAt(0).toLowerCase()}${what.slice(1)}. ${message}`),
  });
  return (
    <Button variant="secondary" pending={save.isPending} onClick={() => save.mutate()}>
      {label}
    </Button>
  );
}
