import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AskFields as Sent } from '../../../shared/agreements/agreement-fields.ts';
import { addDays, today } from '../../../shared/dates.ts';
import type { User } from '../../../shared/users/users.contract.ts';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useSettledSearch } from '../lists/useSettledSearch.ts';
import { mentionableQuery } from '../mentions/mentionable.query.ts';
import { useUser } from '../session/guards.tsx';
import { usersQuery } from '../users/users.queries.ts';

export interface AskValues {
  who: 'none' | 'all' | 'chosen';
  chosen: Pick<User, '_id' | 'name'>[];
  due: string;
  /** To sign the fees in force, too. */
  fees: boolean;
}

const twoWeeks = () => addDays(today(), 14);
export const noAsk: AskValues = { who: 'none', chosen: [], due: twoWeeks(), fees: false };

/** Null when no one is asked. */
export const toAsk = ({ who, chosen, due, fees }: AskValues): Sent | null =>
  who === 'none' ? null : { who, chosen: who === 'chosen' ? chosen.map(({ _id }) => _id) : [], due, fees };

type AskFieldsProps = {
  ask: AskValues;
  onChange: (ask: AskValues) => void;
  mayAskNobody?: boolean;
  fields: Record<string, string>;
  /** Stands before the names of the fields in the call's errors. */
  prefix?: string;
};

const isWho = (text: string): text is AskValues['who'] => ['none', 'all', 'chosen'].includes(text);

/** Whom to ask to sign again, and until when. */
export function AskFields({ ask, onChange, mayAskNobody = false, fields, prefix = '' }: AskFieldsProps) {
  const set = (part: Partial<AskValues>) => onChange({ ...ask, ...part });
  return (
    <>
      <SelectField
        label="Ask members to sign again"
        hint="No one is locked out: the agreement they signed stays in force until then"
        value={ask.who}
        onChange={({ target }) => isWho(target.value) && set({ who: target.value })}
        error={fields[`${prefix}who`]}
      >
        {mayAskNobody && <option value="none">No one</option>}
        <option value="all">All members</option>
        <option value="chosen">Members I choose</option>
      </SelectField>
      {ask.who === 'chosen' && (
        <Members
          chosen={ask.chosen}
          onChange={(chosen) => set({ chosen })}
          error={fields[`${prefix}chosen`]}
        />
      )}
      {ask.who !== 'none' && (
        <TextField
          label="Sign by"
          type="date"
          required
          value={ask.due}
          onChange={({ target }) => set({ due: target.value })}
          error={fields[`${prefix}due`]}
        />
      )}
    </>
  );
}

/** Admins find every account that is not suspended, others those that members can mention. */
function useFound(search: string): AskValues['chosen'] {
  const { admin } = useUser();
  const users = useQuery({ ...usersQuery(search), enabled: admin && search !== '' });
  const members = useQuery({ ...mentionableQuery(search), enabled: !admin && search !== '' });
  if (search === '') return [];
  if (admin) return (users.data?.users ?? []).filter(({ state }) => state !== 'suspended');
  return (members.data ?? []).map(({ user, name }) => ({ _id: user, name }));
}

type MembersProps = {
  chosen: AskValues['chosen'];
  onChange: (chosen: AskValues['chosen']) => void;
  error: string | undefined;
};

/** The most members shown for a search; typing more letters finds the others. */
const maxShown = 8;

function Members({ chosen, onChange, error }: MembersProps) {
  const [search, setSearch] = useState('');
  const settled = useSettledSearch(search, 300);
  const known = useFound(settled);
  const isChosen = ({ _id }: { _id: string }) => chosen.some((each) => each._id === _id);
  const found = known.filter((user) => !isChosen(user)).slice(0, maxShown);
  return (
    <fieldset className="grid gap-3 rounded-lg border border-line p-4">
      <legend className="px-1 font-semibold text-sm">Members ({chosen.length} chosen)</legend>
      <TextField
        label="Find a member"
        type="search"
        autoComplete="off"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {[...chosen, ...found].map((user) => (
        <CheckboxField
          key={user._id}
          label={user.name}
          checked={isChosen(user)}
          onChange={({ target }) =>
            onChange(
              target.checked
                ? [...chosen, { _id: user._id, name: user.name }]
                : chosen.filter(({ _id }) => _id !== user._id),
            )
          }
        />
      ))}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}
