import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Leaving as LeavingFacts } from '../../../shared/compliance/compliance.contract.ts';
import { findingLabel } from '../../../shared/compliance/finding-labels.ts';
import { counted } from '../../../shared/counted.ts';
import { addDays, formatDay, today } from '../../../shared/dates.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { formatMoney } from '../../../shared/money.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FormError } from '../../ui/Field.tsx';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { useFocusOnRefusal } from '../dialogs/SaveDialog.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { leavingQuery, useLeaving } from './compliance.queries.ts';

type LeavingProps = { id: string; name: string; noted: boolean };

const first = { on: '', reason: '', forCause: false, leadsTo: '' };

/** An admin says once what was five screens. `?act=leaving` opens it. */
export function Leaving({ id, name, noted }: LeavingProps) {
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState(!noted && params.get('act') === 'leaving');
  const [fields, setFields] = useState(first);
  const query = useQuery({ ...leavingQuery(id), enabled: open });
  const leave = useLeaving(id);
  const formId = useId();
  const form = useFocusOnRefusal(leave.error);
  const errors = leave.error instanceof ApiError ? leave.error.fields : {};
  const { on, reason, forCause, leadsTo } = fields;
  const change = (changed: Partial<typeof first>) => setFields({ ...fields, ...changed });

  function end(): void {
    setOpen(false);
    // The dialog does not open again by the address, also once the day was withdrawn.
    if (params.has('act')) setParams({}, { replace: true });
  }

  function close(): void {
    if (leave.isPending) return;
    leave.reset();
    end();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    leave.mutate(
      { on, reason, forCause, leadsTo: leadsTo || null },
      {
        onSuccess: () => {
          setFields(first);
          end();
        },
      },
    );
  }

  return (
    <>
      {!noted && (
        <Button variant="secondary" onClick={() => setOpen(true)}>
          They're leaving
        </Button>
      )}
      <FormDialog
        open={open}
        onClose={close}
        title={`${name} is leaving`}
        form={formId}
        pending={leave.isPending}
        danger
        submit={on > today() ? 'Note that they leave' : 'Note that they have left'}
      >
        <form ref={form} id={formId} noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
          <Loaded query={query} what="What is open" skeleton={<Skeleton className="h-40" />}>
            {(facts) => (
              <>
                <OpenThings facts={facts} />
                <TextField
                  label="Last day"
                  type="date"
                  max="9999-12-31"
                  value={on}
                  onChange={({ target }) => change({ on: target.value })}
                  error={errors.on}
                />
                <TextArea
                  label="Reason"
                  hint="Stands in the file, and as the reason why the agreement ended"
                  rows={2}
                  maxLength={maxLengths.memberFile.text}
                  value={reason}
                  onChange={({ target }) => change({ reason: target.value })}
                  error={errors.reason}
                />
                <CheckboxField
                  label="Discharged for cause"
                  hint="The DRE then requires a certified statement"
                  checked={forCause}
                  onChange={({ target }) => change({ forCause: target.checked })}
                />
                {facts.leads > 0 && (
                  <SelectField
                    label={`Who gets ${counted(facts.leads, 'lead')}`}
                    value={leadsTo}
                    onChange={({ target }) => change({ leadsTo: target.value })}
                    error={errors.leadsTo}
                  >
                    <Options
                      of={[
                        ['', 'No one yet'],
                        ...facts.heirs.map(({ _id, name: who }) => [_id, who] as const),
                      ]}
                    />
                  </SelectField>
                )}
                <Effects on={on} facts={facts} />
              </>
            )}
          </Loaded>
          <FormError>{Object.keys(errors).length === 0 && leave.error?.message}</FormError>
        </form>
      </FormDialog>
    </>
  );
}

/** Each leads to where it is settled. */
function OpenThings({ facts }: { facts: LeavingFacts }) {
  const { closings, dues, pages, findings } = facts;
  return (
    <section aria-label="Still open" className="grid grid-cols-1 gap-2">
      <h3 className="font-semibold">Still open</h3>
      <Facts>
        <Fact name="Closings">
          {closings.count === 0 ? (
            'None'
          ) : (
            <ul className="grid gap-1">
              {closings.newest.map(({ _id, property }) => (
                <li key={_id}>
                  <Link to={`/dashboard/admin/closings/${_id}`}>{property}</Link>
                </li>
              ))}
              {closings.count > closings.newest.length && (
                <li>and {closings.count - closings.newest.length} more</li>
              )}
            </ul>
          )}
        </Fact>
        <Fact name="Dues">
          {dues.count === 0 ? 'None' : `${formatMoney(dues.amount)} (${counted(dues.count, 'due')})`}
        </Fact>
        <Fact name="Handbook">{pages === 0 ? 'All read' : `${counted(pages, 'page')} to read`}</Fact>
        <Fact name="File">{findings.length === 0 ? 'In order' : findings.map(findingLabel).join(' · ')}</Fact>
      </Facts>
    </section>
  );
}

/** All that the one button does, in the order of the days. */
function Effects({ on, facts: { agreement, noticeDays } }: { on: string; facts: LeavingFacts }) {
  const isLater = on > today();
  const day = on === '' ? 'that day' : formatDay(on);
  return (
    <ul aria-label="What happens" className="grid list-disc gap-1 ps-6 text-muted text-sm">
      <li>
        {on === ''
          ? `The notice to the DRE is due ${noticeDays} days later.`
          : `The notice to the DRE is due by ${formatDay(addDays(on, noticeDays))}.`}
      </li>
      <li>The steps of leaving open{isLater ? ' now' : ''}, and they get an email.</li>
      <li>
        {agreement ? `Their agreement ends on ${day}` : 'They have no agreement in force'}, and their account
        is suspended {isLater ? `on ${day}` : 'at once'}. Closings go on until they are paid.
      </li>
    </ul>
  );
}
