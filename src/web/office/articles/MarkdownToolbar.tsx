import Bold from 'lucide-react/icons/bold';
import Heading from 'lucide-react/icons/heading-2';
import ImagePlus from 'lucide-react/icons/image-plus';
import Italic from 'lucide-react/icons/italic';
import Link from 'lucide-react/icons/link';
import List from 'lucide-react/icons/list';
import Quote from 'lucide-react/icons/text-quote';
import type { KeyboardEvent, RefObject } from 'react';
import { buttonClass } from '../../ui/Button.tsx';
import { type Edit, type Format, formatSelection, type Selection } from './markdown-edits.ts';

const buttons = [
  { format: 'bold', label: 'Bold', key: 'b', Icon: Bold },
  { format: 'italic', label: 'Italic', key: 'i', Icon: Italic },
  { format: 'link', label: 'Link', key: 'k', Icon: Link },
  { format: 'heading', label: 'Heading', key: undefined, Icon: Heading },
  { format: 'list', label: 'List', key: undefined, Icon: List },
  { format: 'quote', label: 'Quote', key: undefined, Icon: Quote },
] as const;

const applyFormat = (area: HTMLTextAreaElement, format: Format): void =>
  applyEdit(area, (selection) => formatSelection(format, selection));

/** Changes the text around the selection as one step of the browser's undo history. */
export function applyEdit(area: HTMLTextAreaElement, edit: (selection: Selection) => Edit): void {
  const { value: text, selectionStart: start, selectionEnd: end } = area;
  const { from, to, insert, select } = edit({ text, start, end });
  area.focus();
  area.setSelectionRange(from, to);
  // Only this deprecated command adds to the undo history; without it the text still changes.
  if (!document.execCommand('insertText', false, insert)) {
    area.setRangeText(insert, from, to, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  area.setSelectionRange(...select);
}

export function formatByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (!(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return;
  const button = buttons.find(({ key }) => key === event.key.toLowerCase());
  if (!button) return;
  event.preventDefault();
  applyFormat(event.currentTarget, button.format);
}

type MarkdownToolbarProps = {
  area: RefObject<HTMLTextAreaElement | null>;
  onPicture: () => void;
};

export function MarkdownToolbar({ area, onPicture }: MarkdownToolbarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be one more group with a border to undo
    <div role="group" aria-label="Formatting" className="-ms-1.5 flex flex-wrap">
      {buttons.map(({ format, label, key, Icon }) => (
        <button
          key={format}
          type="button"
          aria-label={label}
          aria-keyshortcuts={key && `Control+${key.toUpperCase()} Meta+${key.toUpperCase()}`}
          title={key ? `${label} (Ctrl or ⌘ + ${key.toUpperCase()})` : label}
          onClick={() => area.current && applyFormat(area.current, format)}
          className={buttonClass({ variant: 'quiet', size: 'icon' })}
        >
          <Icon className="size-5" />
        </button>
      ))}
      <button
        type="button"
        aria-label="Image"
        title="Image"
        onClick={onPicture}
        className={buttonClass({ variant: 'quiet', size: 'icon' })}
      >
        <ImagePlus className="size-5" />
      </button>
    </div>
  );
}
