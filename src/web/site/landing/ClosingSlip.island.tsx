import type { Hydrate } from '../island-names.ts';
import { mount } from '../mount.tsx';
import { ClosingSlip } from './ClosingSlip.tsx';
import { feesOfPage } from './fees-of-page.ts';

export const hydrate: Hydrate = (element) => mount(element, <ClosingSlip fees={feesOfPage()} />);
