import type { Hydrate } from '../island-names.ts';
import { mount } from '../mount.tsx';
import { Calculator } from './Calculator.tsx';
import { feesOfPage } from './fees-of-page.ts';

export const hydrate: Hydrate = (element) => mount(element, <Calculator fees={feesOfPage()} />);
