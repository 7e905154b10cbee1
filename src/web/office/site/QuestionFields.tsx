import { maxCounts, maxLengths } from '../../../shared/field-limits.ts';
import type { SiteSettings } from '../../../shared/site/site-settings.contract.ts';
import { CharacterCount } from '../../ui/CharacterCount.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ItemList } from './ItemList.tsx';
import { type Keyed, keyed } from './site-form.ts';

type Question = SiteSettings['questions'][number];

type QuestionFieldsProps = {
  value: Keyed<Question>[];
  onChange: (value: Keyed<Question>[]) => void;
  errors: Record<string, string>;
};

export function QuestionFields({ value, onChange, errors }: QuestionFieldsProps) {
  return (
    <ItemList<Question>
      items={value}
      onChange={onChange}
      what="Question"
      max={maxCounts.questions}
      create={() => keyed({ question: '', answer: '' })}
      empty="No questions yet. The section appears once you add one."
    >
      {({ question, answer }, set, index) => (
        <>
          <TextField
            label="Question"
            required
            autoComplete="off"
            value={question}
            onChange={({ target }) => set({ question: target.value })}
            error={errors[`${index}.question`]}
          />
          <TextArea
            label="Answer"
            required
            rows={3}
            value={answer}
            onChange={({ target }) => set({ answer: target.value })}
            aside={<CharacterCount length={answer.length} limit={maxLengths.site.answer} />}
            error={errors[`${index}.answer`]}
          />
        </>
      )}
    </ItemList>
  );
}
