import { useState } from 'react';
import { formatDay } from '../../../shared/dates.ts';
import { maxCounts } from '../../../shared/field-limits.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';

type ClosedDaysProps = {
  days: readonly string[];
  error: string | undefined;
  onChange: (days: string[]) => void;
};

/** Days of the office's own, next to weekends and holidays. */
export function ClosedDays({ days, error, onChange }: ClosedDaysProps) {
  const [day, setDay] = useState('');
  const isNew = day !== '' && !days.includes(day) && days.length < maxCounts.closedDays;
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label="The office is closed on"
          hint="These days don't count for the promise."
          type="date"
          max="9999-12-31"
          value={day}
          error={error}
          onChange={({ target }) => setDay(target.value)}
          className="min-w-0 grow"
        />
        <Button
          variant="secondary"
          disabled={!isNew}
          onClick={() => {
            onChange([...days, day].toSorted());
            setDay('');
          }}
        >
          Add day
        </Button>
      </div>
      {days.length > 0 && (
        <ul aria-label="Days on which the office is closed" className="flex flex-wrap gap-2">
          {days.map((each) => (
            <li key={each}>
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Remove ${formatDay(each)}`}
                onClick={() => onChange(days.filter((other) => other !== each))}
              >
                {formatDay(each)} ×
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
