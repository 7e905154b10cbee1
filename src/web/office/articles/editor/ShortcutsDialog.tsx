import { Dialog } from '../../../ui/Dialog.tsx';
import { shortcuts, spelled } from './shortcuts.ts';

type ShortcutsDialogProps = { onClose: () => void; finalFocus: () => HTMLElement | null };

const mod = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘' : 'Ctrl';

export function ShortcutsDialog({ onClose, finalFocus }: ShortcutsDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Keyboard shortcuts"
      description="Markdown works as you type: ## heading, **bold**, - list, > quote, --- divider."
      finalFocus={finalFocus}
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
        {shortcuts.map(({ name, keys, does }) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt className="font-semibold">{keys.map((each) => spelled(each, mod)).join(', ')}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
