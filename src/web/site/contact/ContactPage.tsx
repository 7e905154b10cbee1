import type { Page } from '../../../shared/pages.ts';

export function ContactPage({ form }: Extract<Page, { kind: 'contact' }>) {
  return <h1>Contact {String(form.sent)}</h1>;
}
