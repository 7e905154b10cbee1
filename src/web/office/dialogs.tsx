import { type ComponentProps, lazy, Suspense, useState } from 'react';
import type { ConfirmDialog as EagerConfirmDialog } from '../ui/ConfirmDialog.tsx';
import type { Dialog as EagerDialog } from '../ui/Dialog.tsx';
import type { Drawer as EagerDrawer } from '../ui/Drawer.tsx';

/** The dialogs of the kit are a sixth of the office's script and nothing of the first screen. */
const loadConfirmDialog = async () => (await import('../ui/ConfirmDialog.tsx')).ConfirmDialog;
const loadDialog = async () => (await import('../ui/Dialog.tsx')).Dialog;
const loadDrawer = async () => (await import('../ui/Drawer.tsx')).Drawer;

const LazyConfirmDialog = lazy(async () => ({ default: await loadConfirmDialog() }));
const LazyDialog = lazy(async () => ({ default: await loadDialog() }));
const LazyDrawer = lazy(async () => ({ default: await loadDrawer() }));

/** Fetched in the first idle moment, so that they are there before somebody asks, also when the connection goes. */
export function loadDialogsWhenIdle(): void {
  const load = () => void Promise.allSettled([loadConfirmDialog(), loadDialog(), loadDrawer()]);
  if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: 5000 });
  else setTimeout(load, 2000);
}

/** True from the first time that it is open: closing is animated, so the dialog stays. */
function useEverOpen(open: boolean): boolean {
  const [ever, setEver] = useState(open);
  if (open && !ever) setEver(true);
  return ever || open;
}

export function ConfirmDialog(props: ComponentProps<typeof EagerConfirmDialog>) {
  return <Suspense>{useEverOpen(props.open) && <LazyConfirmDialog {...props} />}</Suspense>;
}

export function Dialog(props: ComponentProps<typeof EagerDialog>) {
  return <Suspense>{useEverOpen(props.open) && <LazyDialog {...props} />}</Suspense>;
}

export function Drawer(props: ComponentProps<typeof EagerDrawer>) {
  return <Suspense>{useEverOpen(props.open) && <LazyDrawer {...props} />}</Suspense>;
}
