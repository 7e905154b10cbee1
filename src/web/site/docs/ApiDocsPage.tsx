import type { DocumentedCall, Page } from '../../../shared/pages.ts';
import { ApiCall } from './ApiCall.tsx';
import { Conventions } from './Conventions.tsx';

export function ApiDocsPage({ calls }: Extract<Page, { kind: 'api-docs' }>) {
  const groups = [...new Set(calls.map(({ group }) => group))].map((name) => ({
    name,
    id: name.toLowerCase().replaceAll(' ', '-'),
    calls: calls.filter(({ group }) => group === name),
  }));
  return (
    <div className="mx-auto max-w-6xl px-5 pt-12 pb-16 md:pt-16 md:pb-24">
      <h1>API</h1>
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-12 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <Contents groups={groups} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
          <Conventions />
          {groups.map((group) => (
            <Group key={group.id} {...group} />
          ))}
        </div>
      </div>
    </div>
  );
}

interface CallGroup {
  name: string;
  id: string;
  calls: DocumentedCall[];
}

function Contents({ groups }: { groups: CallGroup[] }) {
  return (
    <nav aria-label="Calls of the API" className="lg:sticky lg:top-24 lg:self-start">
      <ul className="flex flex-wrap gap-x-6 lg:grid">
        {groups.map(({ id, name, calls }) => (
          <li key={id}>
            <a className="inline-block py-2 text-sm hover:underline" href={`#${id}`}>
              {name} <span className="text-muted">{calls.length}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Group({ id, name, calls }: CallGroup) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="pb-6">
        {name}
      </h2>
      {calls.map((call) => (
        <ApiCall key={call.id} call={call} />
      ))}
    </section>
  );
}
