import { type ComponentProps, type RefObject, type SyntheticEvent, useId } from 'react';
import { flushSync } from 'react-dom';
import type { Mention } from '../../../shared/text-parts.ts';
import { TextArea } from '../../ui/TextArea.tsx';
import { MentionOptions } from './MentionOptions.tsx';
import { useCompletion } from './useCompletion.ts';

type MentionFieldProps = Omit<ComponentProps<typeof TextArea>, 'value' | 'onChange' | 'ref' | 'onKeyDown'> & {
  ref: RefObject<HTMLTextAreaElement | null>;
  value: string;
  mentions: readonly Mention[];
  /** `chosen` is the member picked with this change. */
  onChange: (text: string, chosen?: Mention) => void;
};

/**
 * Suggests members after "@" and letters. HTML wants a textarea to stay a text box, which has no aria-expanded: aria-
 * controls and aria-activedescendant tie the options to it, and a status announces them.
 */
export function MentionField({ ref, value, mentions, onChange, ...field }: MentionFieldProps) {
  const id = useId();
  const { options, active, choose, onKeyDown, onCaret } = useCompletion(value, mentions, (done) => {
    flushSync(() => {
      onChange(done.text, done.mention);
      onCaret(done.caret);
    });
    ref.current?.focus();
    ref.current?.setSelectionRange(done.caret, done.caret);
  });
  const followCaret = ({
    currentTarget: { selectionStart, selectionEnd },
  }: SyntheticEvent<HTMLTextAreaElement>) =>
    onCaret(selectionStart === selectionEnd ? selectionStart : undefined);
  const isOpen = options.length > 0;
  return (
    <div className="relative">
      <TextArea
        {...field}
        ref={ref}
        value={value}
        aria-autocomplete="list"
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
        onChange={(event) => {
          onChange(event.target.value);
          followCaret(event);
        }}
        onSelect={followCaret}
        onBlur={() => onCaret(undefined)}
        onKeyDown={onKeyDown}
      />
      <p role="status" className="sr-only">
        {isOpen && (options.length === 1 ? '1 member offered.' : `${options.length} members offered.`)}
        {isOpen && ' Use the arrow keys to move, Enter to choose, Escape to close.'}
      </p>
      {isOpen && <MentionOptions id={id} options={options} active={active} onChoose={choose} />}
    </div>
  );
}
