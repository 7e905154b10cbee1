import ImagePlus from 'lucide-react/icons/image-plus';
import { plainForm } from '../../../../shared/search/search-form.ts';
import { cx } from '../../../ui/cx.ts';
import { blockButtons, type FormatButton } from './buttons.ts';
import type { Place } from './places.ts';

export interface SlashItem extends Pick<FormatButton, 'label' | 'Icon'> {
  command: FormatButton['command'] | 'picture';
}

const items: SlashItem[] = [...blockButtons, { command: 'picture', label: 'Image', Icon: ImagePlus }];

/** Items whose names have a word that begins with what was typed after the slash. */
export const slashItems = (typed: string): SlashItem[] =>
  items.filter(({ label }) =>
    plainForm(label)
      .split(' ')
      .some((word) => word.startsWith(plainForm(typed))),
  );

type SlashMenuProps = {
  id: string;
  items: SlashItem[];
  chosen: number;
  place: Place;
  onChoose: (item: SlashItem) => void;
};

/** The text keeps the focus: its keys move in the menu. */
export function SlashMenu({ id, items, chosen, place, onChoose }: SlashMenuProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Blocks"
      style={place}
      className="fixed z-20 max-h-72 w-60 overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-raised"
    >
      {items.map((item, index) => (
        <button
          key={item.command}
          id={`${id}-${index}`}
          type="button"
          role="option"
          aria-selected={index === chosen}
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(item)}
          className={cx(
            'flex min-h-10 w-full items-center gap-3 rounded-md px-3 text-start hover:bg-sand pointer-coarse:min-h-11',
            'aria-selected:bg-sand aria-selected:text-brand',
          )}
        >
          <item.Icon className="size-5" />
          {item.label}
        </button>
      ))}
    </div>
  );
}
