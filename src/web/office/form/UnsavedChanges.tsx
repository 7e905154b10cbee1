import { type RefObject, useCallback, useEffect } from 'react';
import type { Location } from 'react-router';
import { LazyConfirmDialog } from '../dialogs/lazy-dialogs.tsx';
import { useBlocker } from '../router/useBlocker.ts';
import { markUnsaved } from './unsaved.ts';

type UnsavedChangesProps = {
  dirty: boolean;
  /** Whether leaving for another page of the office loses it. */
  asks?: boolean;
  /** Set on saving, so that the user may leave before the next render. */
  saved: RefObject<boolean>;
  /** Without it, what was typed is back when the page is opened again. */
  onDiscard?: (() => void) | undefined;
};

/** Confirms before unsaved input is lost: with a dialog within the office, else with the browser's own prompt. */
export function UnsavedChanges({ dirty, asks = true, saved, onDiscard }: UnsavedChangesProps) {
  const leavesPage = useCallback(
    (from: Location, to: Location) => dirty && asks && !saved.current && from.pathname !== to.pathname,
    [dirty, asks, saved],
  );
  const { leave, stay } = useBlocker(leavesPage);

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (!saved.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    const unmark = markUnsaved();
    return () => {
      window.removeEventListener('beforeunload', warn);
      unmark();
    };
  }, [dirty, saved]);

  return (
    <LazyConfirmDialog
      open={leave !== undefined}
      title="Leave without saving?"
      body="What you typed on this page isn't saved."
      confirmLabel="Leave"
      cancelLabel="Stay"
      danger
      onConfirm={() => {
        onDiscard?.();
        stay();
        leave?.();
      }}
      onClose={stay}
    />
  );
}
