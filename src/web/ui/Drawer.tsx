import { Dialog } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { buttonClass } from './Button.tsx';
import { backdropClass, isPressOnAlert } from './Dialog.tsx';

type DrawerProps = { open: boolean; onClose: () => void; title: string; children: ReactNode };

export function Drawer({ open, onClose, title, children }: DrawerProps) {
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next, details) => {
        if (isPressOnAlert(details.event)) details.cancel();
        else if (!next) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Popup className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[calc(100vw-3rem)] flex-col overflow-y-auto overscroll-contain bg-surface p-4 shadow-raised transition duration-250 data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
          <div className="mb-2 flex items-center justify-between gap-4">
            <Dialog.Title className="text-lg">{title}</Dialog.Title>
            <Dialog.Close aria-label="Close" className={buttonClass({ variant: 'quiet', size: 'icon' })}>
              <X className="size-5" />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
