import type { Hydrate } from '../island-names.ts';
import { mount } from '../mount.tsx';
import { Calculator } from './Calculator.tsx';

export const hydrate: Hydrate = (element) => mount(element, <Calculator />);
