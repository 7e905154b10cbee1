import type { Page } from '../../../shared/pages.ts';

export function ApiDocsPage({ calls }: Extract<Page, { kind: 'api-docs' }>) {
  return <h1>API {calls.length}</h1>;
}
