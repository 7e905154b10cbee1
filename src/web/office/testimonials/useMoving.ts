import { useCallback, useEffect, useRef, useState } from 'react';
import type { TableState } from '../../ui/tableState.ts';
import { moveButtonId } from './MoveButtons.tsx';
import { type ListedTestimonial, useOrderTestimonials } from './testimonials.queries.ts';

/** The table's page follows the moved row, and the pressed button keeps the focus. */
export function useMoving(
  testimonials: ListedTestimonial[],
  state: TableState,
  setState: (state: TableState) => void,
) {
  const order = useOrderTestimonials();
  const [announcement, setAnnouncement] = useState('');
  const toFocus = useRef<string | undefined>(undefined);
  const last = testimonials.length;

  // React removes a moved row from the document for a moment, which loses the focus.
  useEffect(() => {
    const button = toFocus.current && document.getElementById(toFocus.current);
    if (!button) return;
    button.focus();
    toFocus.current = undefined;
  });

  const latest = useRef(move);
  useEffect(() => {
    latest.current = move;
  });

  function move(id: string, by: 1 | -1): void {
    const from = testimonials.findIndex(({ _id }) => _id === id);
    const moved = testimonials[from];
    const other = testimonials[from + by];
    if (!moved || !other) return;
    const ordered = testimonials.with(from, other).with(from + by, moved);
    const place = from + by + 1;
    toFocus.current = moveButtonId(id, place, by);
    order.mutate(ordered);
    setAnnouncement(`${moved.name} is now at place ${place} of ${last}`);
    const page = state.size === 'all' ? 1 : Math.ceil(place / state.size);
    if (page !== state.page) setState({ ...state, page });
  }

  return {
    /** Stable, as the table's columns depend on it. */
    move: useCallback((id: string, by: 1 | -1) => latest.current(id, by), []),
    last,
    announcement,
    error: order.error,
    isPending: order.isPending,
    retry: () => order.variables && order.mutate(order.variables),
  };
}
