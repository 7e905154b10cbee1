import ImagePlus from 'lucide-react/icons/image-plus';
import Keyboard from 'lucide-react/icons/keyboard';
import Link from 'lucide-react/icons/link';
import Redo from 'lucide-react/icons/redo-2';
import Search from 'lucide-react/icons/search';
import Undo from 'lucide-react/icons/undo-2';
import { type ComponentType, type KeyboardEvent, useState } from 'react';
import { buttonClass } from '../../../ui/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import { blockButtons, type FormatButton, markButtons } from './buttons.ts';
import type { CommandName, Formats } from './commands.ts';
import type { Place } from './places.ts';
import { keysOf, spelled } from './shortcuts.ts';
import type { TableCommandName } from './tables.ts';

export interface ToolbarActions {
  run: (command: CommandName) => void;
  runInTable: (command: TableCommandName) => void;
  link: () => void;
  picture: () => void;
  undo: () => void;
  redo: () => void;
  find: () => void;
  shortcuts: () => void;
  leave: () => void;
}

type ToolbarProps = { formats: Formats; actions: ToolbarActions };

/** On a phone it scrolls: more rows would leave no room for the text. */
const row = 'flex overflow-x-auto py-1 [scrollbar-width:none] *:shrink-0';

/** So many buttons stand before Link and Image, which a phone shows without scrolling: bold and italic. */
const ahead = 2;

/** One stop of the Tab key; the arrows lead from button to button. */
export function EditorToolbar({ formats, actions }: ToolbarProps) {
  const [stop, setStop] = useState(0);
  const formatButtons = [...markButtons, ...blockButtons].map((button) => ofFormat(button, formats, actions));
  const buttons: ToolButtonProps[] = [
    ...formatButtons.slice(0, ahead),
    { label: 'Link', Icon: Link, keys: keysOf('link'), pressed: formats.link, onPress: actions.link },
    { label: 'Image', Icon: ImagePlus, onPress: actions.picture },
    ...formatButtons.slice(ahead),
    { label: 'Undo', Icon: Undo, keys: keysOf('undo'), onPress: actions.undo },
    { label: 'Redo', Icon: Redo, keys: keysOf('redo'), onPress: actions.redo },
    { label: 'Find', Icon: Search, keys: keysOf('find'), onPress: actions.find },
    { label: 'Keyboard shortcuts', Icon: Keyboard, keys: keysOf('shortcuts'), onPress: actions.shortcuts },
  ];

  function move(event: KeyboardEvent<HTMLDivElement>): void {
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      Home: -stop,
      End: buttons.length - 1 - stop,
    };
    if (event.key === 'Escape') actions.leave();
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (stop + step + buttons.length) % buttons.length;
    setStop(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  }

  return (
    <div role="toolbar" aria-label="Formatting" onKeyDown={move}>
      <div className={row}>
        {buttons.map((button, index) => (
          <ToolButton
            key={button.label}
            {...button}
            tabIndex={index === stop ? 0 : -1}
            onFocus={() => setStop(index)}
          />
        ))}
      </div>
      {formats.table && (
        <div className={row}>
          <TableButtons run={actions.runInTable} />
        </div>
      )}
    </div>
  );
}

const ofFormat = (
  { command, label, Icon, isOn }: FormatButton,
  formats: Formats,
  { run }: Pick<ToolbarActions, 'run'>,
): ToolButtonProps => ({
  label,
  Icon,
  keys: keysOf(command),
  ...(isOn && { pressed: isOn(formats) }),
  onPress: () => run(command),
});

type ToolButtonProps = {
  label: string;
  Icon: ComponentType<{ className?: string }>;
  keys?: string | undefined;
  pressed?: boolean;
  onPress: () => void;
  tabIndex?: number;
  onFocus?: () => void;
};

function ToolButton({ label, Icon, keys, pressed, onPress, tabIndex, onFocus }: ToolButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      aria-keyshortcuts={
        keys && ['Control', 'Meta'].map((mod) => spelled(keys, mod).replaceAll(' ', '')).join(' ')
      }
      title={keys ? `${label} (${spelled(keys, 'Ctrl or ⌘')})` : label}
      tabIndex={tabIndex}
      onFocus={onFocus}
      // The text keeps the focus and its selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      className={buttonClass(
        { variant: 'quiet', size: 'icon' },
        'aria-pressed:bg-sand aria-pressed:text-text pointer-fine:size-8',
      )}
    >
      <Icon className="size-5" />
    </button>
  );
}

const tableButtons: { command: TableCommandName; label: string }[] = [
  { command: 'rowBelow', label: 'Add row' },
  { command: 'columnAfter', label: 'Add column' },
  { command: 'deleteRow', label: 'Delete row' },
  { command: 'deleteColumn', label: 'Delete column' },
  { command: 'deleteTable', label: 'Delete table' },
];

function TableButtons({ run }: { run: ToolbarActions['runInTable'] }) {
  return tableButtons.map(({ command, label }) => (
    <button
      key={command}
      type="button"
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => run(command)}
      className={buttonClass({ variant: 'quiet', size: 'sm' }, 'px-2')}
    >
      {label}
    </button>
  ));
}

type SelectionToolbarProps = {
  formats: Formats;
  actions: Pick<ToolbarActions, 'run' | 'link'>;
  place: Place;
};

/** Appears next to selected words, only for the pointer: the keyboard has its shortcuts and the other toolbar. */
export function SelectionToolbar({ formats, actions, place }: SelectionToolbarProps) {
  return (
    <div
      role="toolbar"
      aria-label="Selected text"
      style={place}
      className={cx(
        'fixed z-20 flex -translate-x-1/2 rounded-md border border-line bg-surface shadow-raised',
        'pointer-coarse:hidden',
      )}
    >
      {markButtons.map((button) => (
        <ToolButton key={button.label} {...ofFormat(button, formats, actions)} tabIndex={-1} />
      ))}
      <ToolButton label="Link" Icon={Link} pressed={formats.link} onPress={actions.link} tabIndex={-1} />
    </div>
  );
}
