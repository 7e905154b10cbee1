import type { Hydrate } from '../island-names.ts';
import { mount } from '../mount.tsx';
import { ClosingSlip } from './ClosingSlip.tsx';

export const hydrate: Hydrate = (element) => mount(element, <ClosingSlip />);
