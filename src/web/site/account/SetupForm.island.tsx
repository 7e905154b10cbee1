import type { Hydrate } from '../islands.ts';
import { mount } from '../mount.tsx';
import { SetupForm } from './SetupForm.tsx';

export const hydrate: Hydrate = (element) => mount(element, <SetupForm />);
