import { type ApplicationStep, stepOrder } from '../../../shared/joining/applications.ts';
import { stepTitles } from '../../../shared/joining/join-view.ts';

interface JoinProgressProps {
  token: string;
  missing: ApplicationStep[];
  current?: ApplicationStep | 'agreement';
}

/** Every step, to be gone to in any order; the agreement once nothing is missing. */
export function JoinProgress({ token, missing, current }: JoinProgressProps) {
  return (
    <nav aria-label="Steps of your application" className="w-full">
      <ol className="border-line border-b">
        {stepOrder.map((step) => (
          <Entry
            key={step}
            href={`/join/${token}/${step}`}
            title={stepTitles[step]}
            state={missing.includes(step) ? 'To do' : 'Done'}
            isCurrent={step === current}
          />
        ))}
        <Entry
          href={missing.length === 0 ? `/join/${token}/agreement` : undefined}
          title="Read and sign the agreement"
          state={missing.length === 0 ? 'To do' : 'After the other steps'}
          isCurrent={current === 'agreement'}
        />
      </ol>
    </nav>
  );
}

interface EntryProps {
  href: string | undefined;
  title: string;
  state: string;
  isCurrent: boolean;
}

function Entry({ href, title, state, isCurrent }: EntryProps) {
  return (
    <li className="flex min-h-12 items-center justify-between gap-4 border-line border-t py-2">
      {href ? (
        <a
          href={href}
          aria-current={isCurrent ? 'step' : undefined}
          className={isCurrent ? 'font-semibold' : undefined}
        >
          {title}
        </a>
      ) : (
        <span className="text-muted">{title}</span>
      )}
      <span className={state === 'Done' ? 'shrink-0 text-sm text-success' : 'shrink-0 text-muted text-sm'}>
        {state}
      </span>
    </li>
  );
}
