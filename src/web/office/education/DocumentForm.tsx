import { type FormEvent, useState } from 'react';
import { documentLabels } from '../../../shared/entry-labels.ts';
import type { DocumentKind } from '../../../shared/member-files/member-file.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/Field.tsx';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { useHandInDocument } from './education.queries.ts';
import { FileField } from './FileField.tsx';

const isKind = (value: string): value is DocumentKind => Object.hasOwn(documentLabels, value);

/** Begins with what is missing. */
export function DocumentForm({ missing }: { missing: readonly string[] }) {
  const [chosen, setChosen] = useState<DocumentKind>();
  const [file, setFile] = useState<File>();
  const [round, setRound] = useState(0);
  const handIn = useHandInDocument();
  const kind = chosen ?? missing.find(isKind) ?? 'w9';

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (file)
      handIn.mutate(
        { what: kind, file },
        {
          // A file that did not arrive stays chosen, to be sent once more.
          onSuccess: (failed) => {
            if (failed) return;
            setChosen(undefined);
            setFile(undefined);
            setRound(round + 1);
          },
        },
      );
  }

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <SelectField
        label="Document"
        value={kind}
        onChange={({ target }) => {
          if (isKind(target.value)) setChosen(target.value);
        }}
      >
        <Options of={Object.entries(documentLabels)} />
      </SelectField>
      <FileField
        key={round}
        label="PDF or photo"
        hint="Only you and the office can open it. Up to 10 MB"
        onChange={setFile}
      />
      <FormError>{handIn.error?.message}</FormError>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" pending={handIn.isPending} disabled={!file}>
          Hand in
        </Button>
        {!file && <p className="text-muted text-sm">Choose a PDF or photo</p>}
      </div>
    </form>
  );
}
