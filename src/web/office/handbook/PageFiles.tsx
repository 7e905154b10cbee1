import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { maxCounts } from '../../../shared/field-limits.ts';
import type { StaffPage } from '../../../shared/handbook/handbook.contract.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { FormError } from '../../ui/Field.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { DeleteDialog, type DeleteTarget } from '../dialogs/DeleteDialog.tsx';
import { DownloadFile } from './DownloadFile.tsx';
import { staffPageQuery, useAddFile, useDeleteFile } from './handbook.queries.ts';

/** Readers have them at once, as a new version of a page that is published. */
export function PageFiles({ page }: { page: StaffPage }) {
  const { data } = useQuery(staffPageQuery(page._id));
  const { files, published, audience } = data?.page ?? page;
  const isAsked = published && audience !== 'none';
  const [asksAgain, setAsksAgain] = useState(true);
  const add = useAddFile(page._id, asksAgain);
  const remove = useDeleteFile(page._id, asksAgain);
  const [target, setTarget] = useState<DeleteTarget>();
  return (
    <section aria-label="Files" className="grid grid-cols-1 justify-items-start gap-2">
      <h3 className="text-base">Files</h3>
      <p className="text-muted text-sm">
        PDFs of up to 10 MB. Readers of the page can download them as soon as you add them.
      </p>
      {isAsked && (
        <CheckboxField
          label="Changed files must be acknowledged"
          hint="Adding or deleting a file makes a new version. Clear this for a small change, such as a corrected typing error."
          checked={asksAgain}
          onChange={({ target }) => setAsksAgain(target.checked)}
        />
      )}
      {files.length > 0 && (
        <ul aria-label="Files" className="grid w-full grid-cols-1 gap-1">
          {files.map((file) => (
            <li key={file._id} className="flex min-w-0 items-center justify-between gap-2">
              <DownloadFile file={file} />
              <Button
                variant="quiet"
                size="sm"
                aria-label={`Delete ${file.name}`}
                onClick={() => setTarget({ id: file._id, name: file.name })}
              >
                Delete
              </Button>
            </li>
          ))}
        </ul>
      )}
      {files.length < maxCounts.pageFiles ? (
        <FileButton
          variant="quiet"
          size="sm"
          accept="application/pdf"
          pending={add.isPending}
          onFile={(file) => add.mutate(file)}
        >
          Add file
        </FileButton>
      ) : (
        <p className="text-muted text-sm">A page can have at most {maxCounts.pageFiles} files.</p>
      )}
      <FormError>{add.error?.message}</FormError>
      <DeleteDialog
        target={target}
        consequence={`Readers of the page can't download it anymore.${isAsked && asksAgain ? ' Everyone asked must acknowledge the page again.' : ''} You can't undo this.`}
        remove={remove}
        onClose={() => setTarget(undefined)}
      />
    </section>
  );
}
