import { useState } from 'react';
import { formatDateTime } from '../../../shared/dates.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { hasEnded } from '../../../shared/site/site-content.ts';
import type { SiteSettings } from '../../../shared/site/site-settings.contract.ts';
import { CharacterCount } from '../../ui/CharacterCount.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { fromOfficeTime, toOfficeTime } from '../articles/office-time.ts';

type Announcement = NonNullable<SiteSettings['announcement']>;

type AnnouncementFieldsProps = {
  value: Announcement | null;
  onChange: (value: Announcement | null) => void;
  errors: Record<string, string>;
};

export function AnnouncementFields({ value, onChange, errors }: AnnouncementFieldsProps) {
  // Keeps the text, so that it returns when the box is ticked again.
  const [last, setLast] = useState<Announcement>(value ?? { text: '', url: '', until: null });
  const set = (part: Partial<Announcement>) => {
    const next = { ...last, ...value, ...part };
    setLast(next);
    onChange(next);
  };
  return (
    <div className="grid grid-cols-1 gap-5">
      <CheckboxField
        label="Show a bar above every public page"
        checked={value !== null}
        onChange={({ target }) => onChange(target.checked ? last : null)}
      />
      {value && (
        <>
          <TextField
            label="Text"
            required
            autoComplete="off"
            value={value.text}
            onChange={({ target }) => set({ text: target.value })}
            aside={<CharacterCount length={value.text.length} limit={maxLengths.site.announcement} />}
            error={errors.text}
          />
          <TextField
            label="Link (optional)"
            hint="A page such as /articles, or a web address"
            autoComplete="off"
            value={value.url}
            onChange={({ target }) => set({ url: target.value })}
            error={errors.url}
          />
          <EndField until={value.until} onChange={(until) => set({ until })} error={errors.until} />
        </>
      )}
    </div>
  );
}

type EndFieldProps = {
  until: string | null;
  onChange: (until: string | null) => void;
  error: string | undefined;
};

function EndField({ until, onChange, error }: EndFieldProps) {
  const [typed, setTyped] = useState(until ? toOfficeTime(until) : '');
  return (
    <TextField
      label="Ends (optional)"
      type="datetime-local"
      hint={hintOf(until)}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(fromOfficeTime(target.value) ?? null);
      }}
      error={error}
    />
  );
}

function hintOf(until: string | null): string {
  if (until === null) return 'Pacific time';
  const moment = formatDateTime(until);
  return hasEnded({ text: '', url: '', until }, Date.now())
    ? `It ended (Pacific time) on ${moment}: the bar is not shown.`
    : `Pacific time: ${moment}.`;
}
