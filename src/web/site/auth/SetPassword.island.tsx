import type { Hydrate } from '../island-names.ts';
import { mount, propsOf } from '../mount.tsx';
import { SetPassword } from './SetPassword.tsx';

export const hydrate: Hydrate = (element) => mount(element, <SetPassword {...propsOf(element)} />);
