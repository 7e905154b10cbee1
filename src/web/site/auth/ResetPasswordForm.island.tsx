import type { Hydrate } from '../island-names.ts';
import { mount } from '../mount.tsx';
import { ResetPasswordForm } from './ResetPasswordForm.tsx';

export const hydrate: Hydrate = (element) => mount(element, <ResetPasswordForm />);
