import { Dialog as Base } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import { type ReactNode, type RefObject, useRef } from 'react';
import { buttonClass } from './Button.tsx';
import { cx } from './cx.ts';

export const backdropClass =
  'fixed inset-0 z-50 bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0';

/** Dismissing an alert that overlays a dialog is a press outside, but must not close it. */
export function isPressOnAlert(event: Event): boolean {
  return event.target instanceof Element && event.target.closest('[data-alerts]') !== null;
}

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  /** The primary button last. */
  footer?: ReactNode;
  initialFocus?: RefObject<HTMLElement | null>;
  finalFocus?: () => HTMLElement | null;
  /** Called once the dialog is out of sight. */
  onClosed?: (() => void) | undefined;
  className?: string;
};

/** Traps focus and restores it on closing; Escape, the button and a press outside close it. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, children, footer, className } = props;
  const body = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => {
        if (isPressOnAlert(details.event)) details.cancel();
        else if (!next) onClose();
      }}
      onOpenChangeComplete={(next) => {
        if (!next) props.onClosed?.();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Popup
          initialFocus={props.initialFocus ?? ((how) => how === 'touch' || firstControl(body.current))}
          {...(props.finalFocus && { finalFocus: props.finalFocus })}
          className={cx(dialogClass, 'max-w-lg', className)}
        >
          <div className="flex items-start justify-between gap-4">
            <Base.Title className="text-xl">{title}</Base.Title>
            <Base.Close
              aria-label="Close"
              className={buttonClass({ variant: 'quiet', size: 'icon' }, '-m-1.5 shrink-0')}
            >
              <X className="size-5" />
            </Base.Close>
          </div>
          {description && <Base.Description className="mt-2 text-muted">{description}</Base.Description>}
          <div ref={body} className="mt-4">
            {children}
          </div>
          {footer && <div className={dialogFooterClass}>{footer}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

export const dialogClass = cx(
  'wrap-anywhere fixed inset-x-4 top-1/2 z-50 mx-auto max-h-[calc(100dvh-2rem)] scroll-pb-24 -translate-y-1/2 overflow-y-auto rounded-lg bg-surface p-6 shadow-raised',
  'transition duration-200 data-ending-style:opacity-0 data-starting-style:translate-y-[calc(-50%+0.5rem)] data-starting-style:opacity-0',
);

/** In sight also when the dialog is higher than the window. */
export const dialogFooterClass =
  'sticky -bottom-6 z-10 -mx-6 -mb-6 mt-3 flex flex-wrap justify-end gap-3 bg-surface px-6 pt-3 pb-6';

function firstControl(body: HTMLElement | null): HTMLElement | true {
  return body?.querySelector<HTMLElement>('input, select, textarea, button, a[href]') ?? true;
}
