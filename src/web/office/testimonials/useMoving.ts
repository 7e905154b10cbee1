import { useCallback, useEffect, useRef, useState } from 'react';
import type { Testimonial } from '../../../shared/testimonials.contract.ts';
import type { TableState } from '../../ui/tableState.ts';
import { moveButtonId } from './MoveButtons.tsx';
import { useOrderTestimonials } from './testimonials.queries.ts';

/**
 * Moves testimonials in the carousel by one place. The page of the table follows what was moved, the button that was
 * pressed keeps the focus, and where it went is said to those who do not see it.
 */
export function useMoving(
  testimonials: Testimonial[],
  state: TableState,
  setState: (state: TableState) => void,
) {
  const order = useOrderTestimonials();
  const [announcement, setAnnouncement] = useState('');
  const toFocus = useRef<string | undefined>(undefined);
  const last = testimonials.length;

  // A row that changes places is taken out of the document for a moment, and the focus with it.
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
    /** The same function from render to render, as the columns of the table want it. */
    move: useCallback((id: string, by: 1 | -1) => latest.current(id, by), []),
    last,
    announcement,
    error: order.error,
    isPending: order.isPending,
    retry: () => order.variables && order.mutate(order.variables),
  };
}
