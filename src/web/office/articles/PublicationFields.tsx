import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { ArticleState } from '../../../shared/articles/article-states.ts';
import { formatDateTime } from '../../../shared/dates.ts';
import { TextField } from '../../ui/TextField.tsx';
import { type ArticleValues, labels } from './article-form.ts';
import { fromOfficeTime } from './office-time.ts';

const choices: { state: ArticleState; label: string; hint: string }[] = [
  { state: 'published', label: 'Publish now', hint: 'Anyone can read it.' },
  { state: 'draft', label: 'Save as draft', hint: 'Only editors can see it.' },
  { state: 'scheduled', label: 'Schedule', hint: 'It publishes itself at the time you choose.' },
];

export function PublicationFields({
  form,
  isPublic,
}: {
  form: UseFormReturn<ArticleValues>;
  isPublic: boolean;
}) {
  const [state, date] = useWatch({ control: form.control, name: ['state', 'date'] });
  const moment = fromOfficeTime(date);
  return (
    <div className="grid max-w-form grid-cols-1 gap-4">
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-semibold text-sm">{labels.state}</legend>
        {choices.map((choice) => (
          <label key={choice.state} className="flex min-h-6 items-start gap-2 py-1 pointer-coarse:min-h-11">
            <input
              type="radio"
              value={choice.state}
              {...form.register('state')}
              className="mt-1 size-4 shrink-0"
            />
            <span>
              {isPublic && choice.state === 'published' ? 'Published' : choice.label}
              <span className="block text-muted text-sm">{choice.hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {state === 'scheduled' && (
        <TextField
          {...form.register('date')}
          type="datetime-local"
          label={labels.date}
          required
          hint={moment === undefined ? 'Pacific time' : `Pacific time: ${formatDateTime(moment)}.`}
          error={form.formState.errors.date?.message}
        />
      )}
    </div>
  );
}
