import type { ReactNode } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { maxLengths } from '../../../shared/field-limits.ts';
import { CharacterCount } from '../../ui/CharacterCount.tsx';
import { isComposing } from '../../ui/composing.ts';
import { cx } from '../../ui/cx.ts';
import { TextArea } from '../../ui/TextArea.tsx';
import { type ArticleValues, labels } from './article-form.ts';

/** Characters that remain when they begin to be counted. */
const titleCounted = 20;
const titleClass = cx(
  '[&_.field-head]:justify-end [&_label]:sr-only',
  '[&_textarea]:min-h-0 [&_textarea]:resize-none [&_textarea]:rounded-none [&_textarea]:border-0 [&_textarea]:bg-transparent [&_textarea]:px-0',
  '[&_textarea]:font-display [&_textarea]:text-2xl [&_textarea]:leading-tight',
);

type TitleFieldProps = { form: UseFormReturn<ArticleValues>; hint?: ReactNode };

/** Above the text, as large as it will be. */
export function TitleField({ form, hint }: TitleFieldProps) {
  const title = useWatch({ control: form.control, name: 'title' });
  return (
    <TextArea
      {...form.register('title')}
      label={labels.title}
      required
      autoComplete="off"
      rows={1}
      placeholder="Title"
      // One line of text that takes as many as it needs: Enter leads into the text.
      onKeyDown={(event) => {
        if (isComposing(event.nativeEvent)) return;
        if (event.key === 'Enter') event.preventDefault();
        if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) form.setFocus('text');
      }}
      onInput={({ currentTarget }) => {
        if (/[\r\n]/.test(currentTarget.value))
          currentTarget.value = currentTarget.value.replace(/[\r\n]+/g, ' ');
      }}
      hint={hint}
      aside={
        title.length > maxLengths.article.title - titleCounted && (
          <CharacterCount length={title.length} limit={maxLengths.article.title} />
        )
      }
      error={form.formState.errors.title?.message}
      className={titleClass}
    />
  );
}
