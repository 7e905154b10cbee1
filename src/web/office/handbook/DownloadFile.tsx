import { fileSize } from '../../../shared/file-size.ts';
import type { PageFile } from '../../../shared/handbook/handbook.contract.ts';
import { Button } from '../../ui/Button.tsx';
import { useSaveFile } from '../files/useSaveFile.ts';
import { saveFile } from './handbook.queries.ts';

/** Its name, which saves it, and its size. */
export function DownloadFile({ file: { _id, name, size } }: { file: PageFile }) {
  const save = useSaveFile(() => saveFile(_id));
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <Button
        variant="quiet"
        size="sm"
        className="wrap-anywhere -ms-3 h-auto min-w-0 whitespace-normal text-start"
        aria-label={`Download ${name}`}
        pending={save.isPending}
        onClick={() => save.mutate()}
      >
        {name}
      </Button>
      <span className="text-muted text-sm">{fileSize(size)}</span>
    </span>
  );
}
