import { useQuery } from '@tanstack/react-query';
import { rights } from '../../../shared/users/rights.ts';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { useSetWorkEmail, workEmailsQuery } from './notifications.queries.ts';

const hints = {
  recruiting: 'Inquiries, applications and agreements to sign; several within ten minutes are one email',
  closings: 'Reports, letters and what agents ask for; several within ten minutes are one email',
  compliance: 'Documents that members hand in; several within ten minutes are one email',
  content: '',
} as const;

/** For those who work in the office: about what they get emails. */
export function WorkEmails() {
  const { data = [] } = useQuery(workEmailsQuery);
  const set = useSetWorkEmail();
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="work-emails" className="grid grid-cols-1 gap-3">
      <h2 id="work-emails" className="text-xl">
        Emails about your work
      </h2>
      {data.map(({ area, wanted }) => (
        <CheckboxField
          key={area}
          label={`Email me what waits for me in ${rights[area].label.toLowerCase()}`}
          hint={hints[area]}
          checked={set.isPending && set.variables.area === area ? set.variables.wanted : wanted}
          onChange={({ target }) => set.mutate({ area, wanted: target.checked })}
        />
      ))}
      {set.error && <p role="alert">We couldn't save your choice. Try again. {set.error.message}</p>}
    </section>
  );
}
