import { useEffect, useState } from 'react';
import type { Location } from 'react-router';
import { addGuard } from './navigation.ts';

/** Holds who goes from one screen to another while `blocks` says so: `leave` is set until they leave or `stay`. */
export function useBlocker(blocks: (from: Location, to: Location) => boolean) {
  const [leave, setLeave] = useState<() => void>();
  useEffect(() => addGuard({ blocks, hold: (next) => setLeave(() => next) }), [blocks]);
  return { leave, stay: () => setLeave(undefined) };
}
