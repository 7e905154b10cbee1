import type { Hydrate } from '../island-names.ts';
import { mount } from '../mount.tsx';
import { LoginForm } from './LoginForm.tsx';

export const hydrate: Hydrate = (element) => mount(element, <LoginForm />);
