import { lazy, Suspense, useState } from 'react';
import { type UseFormReturn, useController } from 'react-hook-form';
import { maxLengths } from '../../../shared/field-limits.ts';
import { CharacterCount } from '../../ui/CharacterCount.tsx';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type ArticleValues, labels } from './article-form.ts';
import { RichText } from './editor/RichText.tsx';

const MarkdownText = lazy(async () => ({ default: (await import('./MarkdownText.tsx')).MarkdownText }));

/** The text of an article as it will look, or as it is stored: one is at hand from the other. */
export function ArticleText({ form }: { form: UseFormReturn<ArticleValues> }) {
  const [isSource, setSource] = useState(false);
  const [wasInexact, setInexact] = useState(false);
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-muted text-sm">
          {wasInexact && "We couldn't show this text as it will look. Check its Markdown here."}
        </p>
        <button
          type="button"
          aria-pressed={isSource}
          onClick={() => {
            setInexact(false);
            setSource(!isSource);
          }}
          className={cx(
            'min-h-9 rounded-md border border-field-border px-3 font-semibold text-sm pointer-coarse:min-h-11',
            'hover:bg-sand aria-pressed:border-brand aria-pressed:bg-sand aria-pressed:text-brand',
          )}
        >
          Markdown
        </button>
      </div>
      {isSource ? (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <MarkdownText form={form} />
        </Suspense>
      ) : (
        <ShownText
          form={form}
          onInexact={() => {
            setInexact(true);
            setSource(true);
          }}
        />
      )}
    </div>
  );
}

function ShownText({ form, onInexact }: { form: UseFormReturn<ArticleValues>; onInexact: () => void }) {
  const { field, fieldState, formState } = useController({ control: form.control, name: 'text' });
  return (
    <RichText
      label={labels.text}
      value={field.value}
      fieldRef={field.ref}
      error={fieldState.error?.message}
      onInexact={onInexact}
      onChange={(text) =>
        form.setValue('text', text, { shouldDirty: true, shouldValidate: formState.isSubmitted })
      }
      aside={<CharacterCount length={field.value.length} limit={maxLengths.article.text} />}
    />
  );
}
