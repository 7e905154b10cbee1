import { type RefObject, useCallback, useState } from 'react';
import { maxLengths } from '../../../shared/field-limits.ts';
import { Button } from '../../ui/Button.tsx';
import { CharacterCount } from '../../ui/CharacterCount.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { RichText } from '../articles/editor/RichText.tsx';

type AgreementTextFieldProps = {
  text: string;
  onChange: (text: string) => void;
  field: RefObject<{ focus: () => void } | null>;
  error: string | undefined;
};

/** The text as it will look, or as it is stored: the writing room's editor. */
export function AgreementTextField({ text, onChange, field, error }: AgreementTextFieldProps) {
  const [isSource, setSource] = useState(false);
  const [wasInexact, setInexact] = useState(false);
  const keep = useCallback(
    (made: { focus: () => void } | null) => {
      field.current = made;
    },
    [field],
  );
  const aside = <CharacterCount length={text.length} limit={maxLengths.agreement.text} />;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-muted text-sm">
          {wasInexact && "We couldn't show this text with its formatting. Check its Markdown here."}
        </p>
        <Button
          variant="quiet"
          size="sm"
          aria-pressed={isSource}
          onClick={() => {
            setInexact(false);
            setSource(!isSource);
          }}
        >
          Markdown
        </Button>
      </div>
      {isSource ? (
        <TextArea
          ref={keep}
          label="Text of the agreement"
          required
          rows={24}
          hint="Markdown: ## heading, **bold**, - list, [link](https://…)"
          aside={aside}
          value={text}
          onChange={({ target }) => onChange(target.value)}
          error={error}
        />
      ) : (
        <RichText
          label="Text of the agreement"
          value={text}
          isPinned
          onChange={onChange}
          onInexact={() => {
            setInexact(true);
            setSource(true);
          }}
          fieldRef={keep}
          error={error}
          aside={aside}
        />
      )}
    </>
  );
}
