import type { Hydrate } from '../islands.ts';
import { mount } from '../mount.tsx';
import { SetPassword } from './SetPassword.tsx';

export const hydrate: Hydrate = (element) => mount(element, <SetPassword />);
