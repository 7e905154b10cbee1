import type { Hydrate } from '../island-names.ts';
import { mount } from '../mount.tsx';
import { SetupForm } from './SetupForm.tsx';

export const hydrate: Hydrate = (element) => mount(element, <SetupForm />);
