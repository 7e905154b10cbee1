import type { Hydrate } from '../island-names.ts';
import { mount, propsOf } from '../mount.tsx';
import { ContactForm } from './ContactForm.tsx';

export const hydrate: Hydrate = (element) => mount(element, <ContactForm {...propsOf(element)} />);
