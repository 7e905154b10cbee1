import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { Link } from 'react-router';
import { feeBases, isFeeBasis } from '../../../shared/closings/closing.ts';
import type { ClosingSettings } from '../../../shared/closings/closings-office.contract.ts';
import { kindNames, kindOf, type TransactionKind } from '../../../shared/closings/transaction-kinds.ts';
import { maxCounts, maxLengths } from '../../../shared/field-limits.ts';
import { hourLabel } from '../../../shared/hour-label.ts';
import { parseWhole } from '../../../shared/money.ts';
import { may } from '../../../shared/users/rights.ts';
import type { User } from '../../../shared/users/users.contract.ts';
import { ApiError } from '../../api.ts';
import { say } from '../../ui/alerts.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { isComposing } from '../../ui/composing.ts';
import { FormError } from '../../ui/Field.tsx';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useFocusOnRefusal } from '../dialogs/SaveDialog.tsx';
import { UnsavedChanges } from '../form/UnsavedChanges.tsx';
import { useSettledSearch } from '../lists/useSettledSearch.ts';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { ClosedDays } from './ClosedDays.tsx';
import { ClosingsNavigation } from './ClosingsNavigation.tsx';
import {
  approverCandidatesQuery,
  closingSettingsQuery,
  useSaveClosingSettings,
} from './office-closings.queries.ts';
import { officeClosingsPath } from './paths.ts';

export function ClosingSettingsPage() {
  const query = useQuery(closingSettingsQuery);
  return (
    <Page
      title="Closing settings"
      width="form"
      action={
        <Link to={`${officeClosingsPath}/import`} className={buttonClass({ variant: 'secondary' })}>
          Import closings
        </Link>
      }
    >
      <ClosingsNavigation />
      <Loaded query={query} what="The settings" skeleton={<Skeleton className="h-96" />}>
        {({ settings, etag }) => <SettingsForm key={JSON.stringify(settings)} start={settings} etag={etag} />}
      </Loaded>
    </Page>
  );
}

/** Numbers and the list of the package as they are typed. */
const toValues = ({
  promiseDays,
  cutOff,
  keepYears,
  package: items,
  packages,
  ...rest
}: ClosingSettings) => ({
  ...rest,
  promiseDays: String(promiseDays),
  cutOff: String(cutOff),
  keepYears: String(keepYears),
  package: items.join('\n'),
  packages: Object.fromEntries(packages.map((each) => [each.kind, each.items.join('\n')])),
});

const linesOf = (text: string) => text.split('\n').filter((item) => item.trim() !== '');

function SettingsForm({ start, etag }: { start: ClosingSettings; etag: string | undefined }) {
  const [values, setValues] = useState(toValues(start));
  const save = useSaveClosingSettings(etag);
  const form = useFocusOnRefusal(save.error);
  const saved = useRef(false);
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  const dirty = JSON.stringify(values) !== JSON.stringify(toValues(start));
  const ofList = (name: string) =>
    Object.entries(fields).find(([field]) => field === name || field.startsWith(`${name}.`))?.[1];
  const text = (name: 'broker' | 'promiseDays' | 'cutOff' | 'keepYears' | 'package') => ({
    value: values[name],
    error: ofList(name),
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [name]: target.value }),
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    const { promiseDays, cutOff, keepYears, package: items, approvers, broker } = values;
    save.mutate(
      {
        approvers: approvers.map(({ user, capacity }) => ({ user: user._id, capacity })),
        broker,
        promiseDays: parseWhole(promiseDays),
        cutOff: Number(cutOff),
        keepYears: parseWhole(keepYears),
        package: linesOf(items),
        packages: kindNames.flatMap((kind) => {
          const own = linesOf(values.packages[kind] ?? '');
          return own.length > 0 ? [{ kind, items: own }] : [];
        }),
        closedDays: values.closedDays,
        ownClosings: values.ownClosings,
        feeBasis: values.feeBasis,
      },
      { onSuccess: () => say('Settings saved') },
    );
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid grid-cols-1 gap-8">
      <Approvers
        approvers={values.approvers}
        errors={fields}
        onChange={(approvers) => setValues({ ...values, approvers })}
      />
      <CheckboxField
        label="Let the only person who approves work on their own closings"
        hint="Has no effect while more than one person approves. All admins get an email each time."
        checked={values.ownClosings}
        onChange={({ target }) => setValues({ ...values, ownClosings: target.checked })}
      />
      <SelectField
        label="Fees are computed from"
        hint="For a closing with a referral or a credit to the client. The office can choose otherwise for one closing. Closings that are reported already stay as they are."
        value={values.feeBasis ?? ''}
        onChange={({ target }) =>
          setValues({ ...values, feeBasis: isFeeBasis(target.value) ? target.value : null })
        }
      >
        <option value="">Decide for each closing</option>
        <Options of={Object.entries(feeBases)} />
      </SelectField>
      <fieldset className="grid grid-cols-1 gap-5">
        <legend className="mb-4 font-display text-xl">The promise</legend>
        <TextField
          label="Business days until the agent is paid"
          hint="From a complete package. Federal Reserve holidays don't count."
          inputMode="numeric"
          required
          {...text('promiseDays')}
        />
        <SelectField
          label="Cutoff (Pacific time)"
          hint="A package completed later counts for the next business day."
          {...text('cutOff')}
        >
          <Options of={hours.map((hour) => [hour, hourLabel(hour)])} />
        </SelectField>
        <ClosedDays
          days={values.closedDays}
          error={ofList('closedDays')}
          onChange={(closedDays) => setValues({ ...values, closedDays })}
        />
      </fieldset>
      <fieldset className="grid grid-cols-1 gap-5">
        <legend className="mb-4 font-display text-xl">Letters and records</legend>
        <TextArea
          label="Closing package"
          hint={`What a complete package includes, one item per line, at most ${maxCounts.packageItems}`}
          rows={6}
          {...text('package')}
        />
        <PackageOfKind
          packages={values.packages}
          error={ofList('packages')}
          onChange={(packages) => setValues({ ...values, packages })}
        />
        <TextField
          label="Pay the brokerage's share to (optional)"
          hint="Leave blank for the brokerage's legal name"
          autoComplete="off"
          maxLength={maxLengths.closing.name}
          {...text('broker')}
        />
        <TextField
          label="Years to keep records"
          hint="At least 3, from the closing, or from the report if it never closed"
          inputMode="numeric"
          required
          {...text('keepYears')}
        />
      </fieldset>
      <FormError>{Object.keys(fields).length === 0 && save.error?.message}</FormError>
      <Button type="submit" pending={save.isPending} className="justify-self-start">
        Save settings
      </Button>
      <UnsavedChanges dirty={dirty} saved={saved} onDiscard={() => setValues(toValues(start))} />
    </form>
  );
}

type PackageOfKindProps = {
  packages: Record<string, string>;
  error: string | undefined;
  onChange: (packages: Record<string, string>) => void;
};

/** A lease has other papers than a sale. */
function PackageOfKind({ packages, error, onChange }: PackageOfKindProps) {
  const [kind, setKind] = useState<TransactionKind>('lease');
  const { label } = kindOf(kind);
  return (
    <div className="grid grid-cols-1 gap-5 border-line border-s-2 ps-4">
      <SelectField
        label="Another package for"
        value={kind}
        onChange={({ target }) => setKind(kindNames.find((each) => each === target.value) ?? kind)}
      >
        <Options of={kindNames.map((each) => [each, kindOf(each).label])} />
      </SelectField>
      <TextArea
        label={`Package: ${label}`}
        hint="One item per line. Leave blank for the closing package above"
        rows={4}
        value={packages[kind] ?? ''}
        error={error}
        onChange={({ target }) => onChange({ ...packages, [kind]: target.value })}
      />
    </div>
  );
}

const hours = Array.from({ length: 24 }, (_, index) => index + 1);

type Approver = ClosingSettings['approvers'][number];

interface ApproversProps {
  approvers: Approver[];
  /** Messages of the server, by field. */
  errors: Record<string, string>;
  onChange: (approvers: Approver[]) => void;
}

function Approvers({ approvers, errors, onChange }: ApproversProps) {
  const add = useRef<HTMLInputElement>(null);
  const isOfList = (field: string) => field.startsWith('approvers') && !field.endsWith('.capacity');
  const error = Object.entries(errors).find(([field]) => isOfList(field))?.[1];
  return (
    <fieldset className="grid grid-cols-1 gap-5">
      <legend className="mb-4 font-display text-xl">Who approves</legend>
      {approvers.length === 0 && (
        <p className="text-muted">No one yet: nothing can be approved until you name someone.</p>
      )}
      {approvers.map(({ user, capacity }, at) => (
        <div key={user._id} className="flex flex-wrap items-end gap-3">
          <TextField
            label={`${user.name} signs as`}
            error={errors[`approvers.${at}.capacity`]}
            required
            autoComplete="off"
            maxLength={maxLengths.closing.capacity}
            value={capacity}
            onChange={({ target }) =>
              onChange(
                approvers.map((each) =>
                  each.user._id === user._id ? { ...each, capacity: target.value } : each,
                ),
              )
            }
            className="min-w-0 grow"
          />
          <Button
            variant="secondary"
            aria-label={`Remove ${user.name}`}
            onClick={() => {
              onChange(approvers.filter((each) => each.user._id !== user._id));
              add.current?.focus();
            }}
          >
            Remove
          </Button>
        </div>
      ))}
      {approvers.length < maxCounts.approvers && (
        <AddApprover
          input={add}
          error={error}
          taken={approvers.map(({ user }) => user._id)}
          onPick={({ _id, name, admin }) =>
            // Being the broker is for the owner to say of anyone who is no admin.
            onChange([...approvers, { user: { _id, name }, capacity: admin ? 'Broker' : '' }])
          }
        />
      )}
    </fieldset>
  );
}

interface AddApproverProps {
  input: RefObject<HTMLInputElement | null>;
  error: string | undefined;
  taken: string[];
  onPick: (user: User) => void;
}

/** Offers only those with the right to closings. */
function AddApprover({ input, error, taken, onPick }: AddApproverProps) {
  const [search, setSearch] = useState('');
  const settled = useSettledSearch(search.trim(), 200);
  const { data, isSuccess } = useQuery(approverCandidatesQuery(settled));
  const found =
    settled === '' ? [] : (data ?? []).filter((user) => may(user, 'closings') && !taken.includes(user._id));
  return (
    <div className="grid grid-cols-1 gap-2">
      <TextField
        ref={input}
        label="Add someone"
        hint="Admins and people with the right Closings"
        placeholder="Name or email"
        autoComplete="off"
        value={search}
        error={error}
        onChange={({ target }) => setSearch(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && search !== '' && !isComposing(event.nativeEvent))
            event.preventDefault();
        }}
      />
      <p role="status" className="text-muted text-sm empty:hidden">
        {settled !== '' && isSuccess && found.length === 0 && 'No one with the right matches.'}
      </p>
      {found.length > 0 && (
        <ul aria-label="People found" className="flex flex-wrap gap-2">
          {found.map((user) => (
            <li key={user._id}>
              <Button
                variant="secondary"
                size="sm"
                onClick={() => {
                  onPick(user);
                  setSearch('');
                  input.current?.focus();
                }}
              >
                {user.name}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
