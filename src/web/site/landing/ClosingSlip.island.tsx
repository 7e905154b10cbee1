import type { Hydrate } from '../islands.ts';
import { mount } from '../mount.tsx';
import { ClosingSlip } from './ClosingSlip.tsx';

export const hydrate: Hydrate = (element) => mount(element, <ClosingSlip />);
