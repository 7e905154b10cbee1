import { useQuery } from '@tanstack/react-query';
import type { FeeSchedule } from '../../../shared/fees/fees.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { formatMoney } from '../../../shared/money.ts';
import { fromFee } from '../../../shared/site/site-content.ts';
import type { SiteSettings } from '../../../shared/site/site-settings.contract.ts';
import { CharacterCount } from '../../ui/CharacterCount.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { publishedFeesQuery } from '../queries/published-fees.query.ts';

type Hero = SiteSettings['hero'];

type HeroFieldsProps = { value: Hero; onChange: (value: Hero) => void; errors: Record<string, string> };

export function HeroFields({ value, onChange, errors }: HeroFieldsProps) {
  const fees = useQuery(publishedFeesQuery).data?.current;
  const set = (part: Partial<Hero>) => onChange({ ...value, ...part });
  const setPromise = (at: number, part: Partial<Hero['promises'][number]>) =>
    set({
      promises: value.promises.map((promise, index) => (index === at ? { ...promise, ...part } : promise)),
    });
  return (
    <div className="grid grid-cols-1 gap-5">
      <TextField
        label="Heading"
        required
        value={value.heading}
        onChange={({ target }) => set({ heading: target.value })}
        aside={<CharacterCount length={value.heading.length} limit={maxLengths.site.heading} />}
        error={errors.heading}
      />
      <TextArea
        label="Sentence"
        required
        rows={3}
        hint={hintOf(fees)}
        value={value.sentence}
        onChange={({ target }) => set({ sentence: target.value })}
        aside={<CharacterCount length={value.sentence.length} limit={maxLengths.site.sentence} />}
        error={errors.sentence}
      />
      <fieldset className="grid min-w-0 grid-cols-1 gap-4">
        <legend className="mb-1 font-semibold text-sm">Three promises</legend>
        <p className="text-muted text-sm">Below the sentence. Phones show only the first.</p>
        {value.promises.map(({ figure, label }, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: always the same three
            key={index}
            className="grid items-start gap-3 sm:grid-cols-[12rem_minmax(0,1fr)]"
          >
            <TextField
              label={`Figure ${index + 1}`}
              required
              value={figure}
              onChange={({ target }) => setPromise(index, { figure: target.value })}
              error={errors[`promises.${index}.figure`]}
            />
            <TextField
              label={`Words ${index + 1}`}
              required
              value={label}
              onChange={({ target }) => setPromise(index, { label: target.value })}
              error={errors[`promises.${index}.label`]}
            />
          </div>
        ))}
      </fieldset>
    </div>
  );
}

function hintOf(fees: Readonly<FeeSchedule> | undefined): string {
  const hint = '{fee} is replaced by the fee for a sale';
  if (!fees) return `${hint}.`;
  const rest = fees.sale === 0 ? `, and “${fromFee}” is left out` : '';
  return `${hint}, ${formatMoney(fees.sale)} now${rest}.`;
}
