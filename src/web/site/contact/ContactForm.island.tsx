import type { Hydrate } from '../islands.ts';
import { mount, propsOf } from '../mount.tsx';
import { ContactForm } from './ContactForm.tsx';

export const hydrate: Hydrate = (element) => mount(element, <ContactForm {...propsOf(element)} />);
