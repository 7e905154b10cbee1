import type { DocumentedCall, DocumentedField } from '../../../shared/pages.ts';

export function ApiCall({ call }: { call: DocumentedCall }) {
  return (
    <article id={call.id} className="api-call grid gap-4" aria-labelledby={`${call.id}-name`}>
      <h3 id={`${call.id}-name`} className="flex flex-wrap items-center gap-3 text-base">
        <span className="api-method" data-method={call.method}>
          {call.method}
        </span>
        <a className="font-sans hover:underline" href={`#${call.id}`}>
          <code>{call.path}</code>
        </a>
      </h3>
      <p>
        {call.summary}. <span className="text-muted">{call.access}.</span>
      </p>
      {call.fields.length > 0 && <Fields fields={call.fields} />}
      <div>
        <More title="Answer" text={call.response} call={call} />
        <More title="Example" text={call.example} call={call} />
        <details className="api-more">
          <summary>
            Other answers<span className="sr-only">{nameOf(call)}</span>
          </summary>
          <ul className="grid gap-1 text-sm">
            {call.errors.map(({ status, meaning }) => (
              <li key={status}>
                <strong>{status}</strong> {meaning}
              </li>
            ))}
          </ul>
        </details>
      </div>
    </article>
  );
}

/** Makes the names of equal buttons unique for screen readers. */
const nameOf = ({ method, path }: DocumentedCall) => ` of ${method} ${path}`;

function More({ title, text, call }: { title: string; text: string; call: DocumentedCall }) {
  return (
    <details className="api-more">
      <summary>
        {title}
        <span className="sr-only">{nameOf(call)}</span>
      </summary>
      <pre>{text}</pre>
    </details>
  );
}

function Fields({ fields }: { fields: DocumentedField[] }) {
  return (
    <dl className="grid gap-2 text-sm">
      {fields.map(({ name, place, required, rule }) => (
        <div key={`${place} ${name}`} className="grid gap-x-6 sm:grid-cols-[14rem_minmax(0,1fr)]">
          <dt>
            <code>{name}</code> <span className="text-muted">{required ? `${place}, required` : place}</span>
          </dt>
          <dd>{rule}</dd>
        </div>
      ))}
    </dl>
  );
}
