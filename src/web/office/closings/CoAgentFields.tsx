import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { maxCounts } from '../../../shared/field-limits.ts';
import { Button } from '../../ui/Button.tsx';
import { isComposing } from '../../ui/composing.ts';
import { TextField } from '../../ui/TextField.tsx';
import { useSettledSearch } from '../lists/useSettledSearch.ts';
import type { FieldsProps } from './closing-form.ts';
import { coAgentsQuery } from './closings.queries.ts';

/** Members who share what remains after the fees. */
export function CoAgentFields({ values: { coAgents }, change, errors }: FieldsProps) {
  const add = useRef<HTMLInputElement>(null);
  const set = (next: typeof coAgents) => change({ coAgents: next });
  return (
    <fieldset className="grid grid-cols-1 gap-4">
      <legend className="sr-only">Co-agents from our brokerage</legend>
      {coAgents.map(({ user, name, rate }, index) => (
        <div key={user} className="flex flex-wrap items-end gap-3">
          <TextField
            label={`Share of ${name}, %`}
            after="%"
            inputMode="decimal"
            autoComplete="off"
            required
            value={rate}
            error={errors[`coAgents.${index}.rate`]}
            onChange={({ target }) =>
              set(coAgents.map((each) => (each.user === user ? { ...each, rate: target.value } : each)))
            }
            className="min-w-0 grow"
          />
          <Button
            variant="secondary"
            aria-label={`Remove ${name}`}
            onClick={() => {
              set(coAgents.filter((each) => each.user !== user));
              add.current?.focus();
            }}
          >
            Remove
          </Button>
        </div>
      ))}
      {coAgents.length < maxCounts.coAgents && (
        <MemberSearch
          input={add}
          error={errors.coAgents}
          taken={coAgents.map(({ user }) => user)}
          onPick={({ _id, name }) => set([...coAgents, { user: _id, name, rate: '' }])}
        />
      )}
    </fieldset>
  );
}

interface MemberSearchProps {
  input: RefObject<HTMLInputElement | null>;
  error: string | undefined;
  taken: string[];
  onPick: (member: { _id: string; name: string }) => void;
}

function MemberSearch({ input, error, taken, onPick }: MemberSearchProps) {
  const [search, setSearch] = useState('');
  const settled = useSettledSearch(search.trim(), 200);
  const found = useQuery({ ...coAgentsQuery(settled), enabled: settled !== '' });
  const members = settled === '' ? [] : (found.data ?? []).filter(({ _id }) => !taken.includes(_id));
  return (
    <div className="grid grid-cols-1 gap-2">
      <TextField
        ref={input}
        label="Add a co-agent from our brokerage (optional)"
        hint="Each share is of what's left after fees."
        placeholder="Start typing a name"
        autoComplete="off"
        value={search}
        error={error}
        onChange={({ target }) => setSearch(target.value)}
        onKeyDown={(event) => {
          // Enter takes the first one found rather than send the form.
          if (event.key !== 'Enter' || search === '' || isComposing(event.nativeEvent)) return;
          event.preventDefault();
          const [first] = members;
          if (first) pick(first);
        }}
      />
      <p role="status" className="text-muted text-sm empty:hidden">
        {settled !== '' && found.isSuccess && members.length === 0 && 'No members match.'}
      </p>
      {members.length > 0 && (
        <ul aria-label="Members found" className="flex flex-wrap gap-2">
          {members.map((member) => (
            <li key={member._id}>
              <Button variant="secondary" size="sm" onClick={() => pick(member)}>
                <span translate="no">{member.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );

  function pick(member: { _id: string; name: string }): void {
    onPick(member);
    setSearch('');
    input.current?.focus();
  }
}
