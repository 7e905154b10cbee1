import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { whenTouched } from '../page/when-idle.ts';

/** Dialogs are a sixth of the office's script and no part of the first screen. */
const loadConfirmDialog = async () => (await import('../../ui/ConfirmDialog.tsx')).ConfirmDialog;
const loadDialog = async () => (await import('../../ui/Dialog.tsx')).Dialog;
const loadDrawer = async () => (await import('../../ui/Drawer.tsx')).Drawer;

const ConfirmDialog = lazy(async () => ({ default: await loadConfirmDialog() }));
const Dialog = lazy(async () => ({ default: await loadDialog() }));
const Drawer = lazy(async () => ({ default: await loadDrawer() }));

/** Loads before the first dialog is asked for, so that dialogs also open offline. */
export function loadDialogsWhenTouched(): void {
  whenTouched(() => void Promise.allSettled([loadConfirmDialog(), loadDialog(), loadDrawer()]));
}

/** Stays true once open, as closing is animated. */
export function useEverOpen(open: boolean): boolean {
  const [ever, setEver] = useState(open);
  if (open && !ever) setEver(true);
  return ever || open;
}

/** Keeps the last target, so that a dialog's words stay while it fades out. */
export function useLast<T>(target: T | undefined): T | undefined {
  const [last, setLast] = useState(target);
  if (target && target !== last) setLast(target);
  return last;
}

export function LazyConfirmDialog(props: ComponentProps<typeof ConfirmDialog>) {
  return <Suspense>{useEverOpen(props.open) && <ConfirmDialog {...props} />}</Suspense>;
}

export function LazyDialog(props: ComponentProps<typeof Dialog>) {
  return <Suspense>{useEverOpen(props.open) && <Dialog {...props} />}</Suspense>;
}

export function LazyDrawer(props: ComponentProps<typeof Drawer>) {
  return <Suspense>{useEverOpen(props.open) && <Drawer {...props} />}</Suspense>;
}
