import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { maxLengths } from '../../../../shared/field-limits.ts';
import { api } from '../../../api.ts';
import { Button } from '../../../ui/Button.tsx';
import { isComposing } from '../../../ui/composing.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useSettled } from '../useSettled.ts';
import { linkAddress } from './link-address.ts';

type LinkDialogProps = {
  href: string;
  onSet: (href: string, title: string) => void;
  onRemove: (() => void) | undefined;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
};

/** An address, or words: then our own articles about them are offered. */
export function LinkDialog({ href, onSet, onRemove, onClose, finalFocus }: LinkDialogProps) {
  const [typed, setTyped] = useState(href);
  const [error, setError] = useState<string>();
  const isAddress = /^(?:[a-z][a-z\d+.-]*:|\/|#)/i.test(typed.trim());
  const search = isAddress ? '' : typed.trim().slice(0, maxLengths.search.articles);
  const settled = useSettled(search);
  const { data, isError } = useQuery({
    queryKey: ['articles', 'list', 'for-link', settled],
    queryFn: ({ signal }) =>
      api('GET /api/articles/all', { query: { state: 'published', search: settled, limit: 6 }, signal }),
    enabled: settled.length > 1,
    placeholderData: keepPreviousData,
  });

  function set(): void {
    const address = linkAddress(typed.trim());
    if (address) onSet(address, '');
    else setError('Enter a link, such as https://example.com or /contact');
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Link"
      finalFocus={finalFocus}
      footer={
        <>
          {onRemove && (
            <Button variant="quiet" onClick={onRemove}>
              Remove link
            </Button>
          )}
          <Button onClick={set}>Set link</Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-3">
        <TextField
          label="Link, or search our articles"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setError(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
            event.preventDefault();
            set();
          }}
          error={error}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        {search.length > 1 && isError && (
          <p role="alert" className="text-error">
            We couldn't search our articles. Try again.
          </p>
        )}
        {search.length > 1 && !isError && !data && (
          <p role="status" className="px-3 text-muted">
            Searching our articles…
          </p>
        )}
        {search.length > 1 && !isError && data && (
          <ul aria-label="Our articles" className="grid grid-cols-1">
            {data.map(({ _id, title, slug }) => (
              <li key={_id}>
                <button
                  type="button"
                  onClick={() => onSet(`/articles/${slug}`, title)}
                  className="wrap-anywhere min-h-10 w-full rounded-md px-3 py-1.5 text-start hover:bg-sand pointer-coarse:min-h-11"
                >
                  {title}
                </button>
              </li>
            ))}
            {data.length === 0 && <li className="px-3 text-muted">No published articles match.</li>}
          </ul>
        )}
      </div>
    </Dialog>
  );
}
