import type { Hydrate } from '../island-names.ts';
import { mount, propsOf } from '../mount.tsx';
import { AccountMenu } from './AccountMenu.tsx';

export const hydrate: Hydrate = (element) => mount(element, <AccountMenu {...propsOf(element)} />);
