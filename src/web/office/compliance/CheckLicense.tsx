import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import type { FileEntry } from '../../../shared/compliance/compliance.contract.ts';
import { entryWords } from '../../../shared/entry-labels.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import type { SeenLicense } from '../../../shared/member-files/member-file.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/Field.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { hasSingleKeys, isTyping } from '../../ui/typing.ts';
import { useCheckLicense } from './compliance.queries.ts';
import { SeenFields } from './SeenFields.tsx';

type CheckLicenseProps = {
  id: string;
  number: string;
  expires: string | null;
  /** The license of the brokerage. */
  brokerage: string | null;
  /** The last look; null before the first. */
  seen: FileEntry | null;
  onChecked?: () => void;
  /** The key x says that the license is as expected. */
  byKey?: boolean;
};

function lastSeen(seen: FileEntry | null, expires: string | null): SeenLicense {
  if (seen?.details.kind !== 'check')
    return {
      type: 'salesperson',
      issued: null,
      expires,
      status: 'licensed',
      affiliation: 'ours',
      broker: '',
    };
  const { type, issued, status, affiliation, broker } = seen.details;
  return { type, issued, expires: expires ?? seen.details.expires, status, affiliation, broker };
}

const layers = '[role="menu"], [role="dialog"], [role="alertdialog"]';

/** Acts on a single key while no one is typing, choosing or answering a question. */
function useKey(key: string, on: boolean, act: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== key || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const isAsked = event.target instanceof Element && event.target.closest(layers) !== null;
    if (hasSingleKeys() && !isTyping(event) && !isAsked) act();
  });
  useEffect(() => {
    if (!on) return;
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [on]);
}

/** As expected, or what differs. The first look has nothing to compare with. */
export function CheckLicense(props: CheckLicenseProps) {
  const { id, number, expires, brokerage, seen, onChecked, byKey = false } = props;
  const [values, setValues] = useState(() => lastSeen(seen, expires));
  const [remark, setRemark] = useState('');
  const [differs, setDiffers] = useState(seen === null);
  const check = useCheckLicense(id);
  const errors = check.error instanceof ApiError ? check.error.fields : {};
  const license = { number, expires, brokerage };
  const done = { onSuccess: onChecked };

  function confirm(): void {
    if (seen && !check.isPending) check.mutate({ asExpected: true, license, entry: seen._id }, done);
  }
  const isKeyed = byKey && seen !== null && !differs;
  useKey('x', isKeyed, confirm);

  function submit(event: FormEvent): void {
    event.preventDefault();
    check.mutate({ asExpected: false, remark, seen: values, license }, done);
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      {seen && (
        <p>
          <span className="text-muted">Expected:</span> {entryWords(seen.details)[1]}
        </p>
      )}
      {seen && !differs && (
        <div className="flex flex-wrap gap-3">
          <Button pending={check.isPending} aria-keyshortcuts={isKeyed ? 'x' : undefined} onClick={confirm}>
            As expected
          </Button>
          <Button variant="secondary" onClick={() => setDiffers(true)}>
            Differs…
          </Button>
        </div>
      )}
      {differs && (
        <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
          <SeenFields values={values} onChange={setValues} errors={errors} />
          {seen && (
            <TextField
              label="What differs"
              autoComplete="off"
              maxLength={maxLengths.memberFile.text}
              value={remark}
              onChange={({ target }) => setRemark(target.value)}
              error={errors.remark}
            />
          )}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" pending={check.isPending}>
              Save what the record shows
            </Button>
            {seen && (
              <Button variant="secondary" onClick={() => setDiffers(false)}>
                Back
              </Button>
            )}
          </div>
        </form>
      )}
      <FormError>{Object.keys(errors).length === 0 && check.error?.message}</FormError>
    </div>
  );
}
