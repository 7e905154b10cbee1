import { lazy, type RefObject, Suspense, useRef, useState } from 'react';
import { type UseFormReturn, useController } from 'react-hook-form';
import { maxLengths } from '../../../shared/field-limits.ts';
import { CharacterCount } from '../../ui/CharacterCount.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type ArticleValues, labels } from './article-form.ts';
import { type KeptText, RichText } from './editor/RichText.tsx';
import type { TextView } from './useTextView.ts';

const MarkdownText = lazy(async () => ({ default: (await import('./MarkdownText.tsx')).MarkdownText }));

type ArticleTextProps = { form: UseFormReturn<ArticleValues>; view: TextView };

/** The text of an article as it will look, or as it is stored: one is at hand from the other. */
export function ArticleText({ form, view }: ArticleTextProps) {
  const [wasInexact, setInexact] = useState(false);
  const kept = useRef<KeptText>(undefined);
  if (wasInexact && !view.isSource) setInexact(false);
  return (
    <div className="grid grid-cols-1 gap-2">
      <p role="status" className="text-muted text-sm empty:hidden">
        {wasInexact && "We couldn't show this text with its formatting. Check its Markdown here."}
      </p>
      {view.isSource ? (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <MarkdownText form={form} />
        </Suspense>
      ) : (
        <ShownText
          form={form}
          isPinned={view.isPinned}
          kept={kept}
          onInexact={() => {
            setInexact(true);
            view.setSource(true);
          }}
        />
      )}
    </div>
  );
}

type ShownTextProps = {
  form: UseFormReturn<ArticleValues>;
  isPinned: boolean;
  kept: RefObject<KeptText | undefined>;
  onInexact: () => void;
};

function ShownText({ form, isPinned, kept, onInexact }: ShownTextProps) {
  const { field, fieldState, formState } = useController({ control: form.control, name: 'text' });
  return (
    <RichText
      label={labels.text}
      value={field.value}
      fieldRef={field.ref}
      error={fieldState.error?.message}
      isPinned={isPinned}
      kept={kept}
      onInexact={onInexact}
      onChange={(text) =>
        form.setValue('text', text, { shouldDirty: true, shouldValidate: formState.isSubmitted })
      }
      aside={<CharacterCount length={field.value.length} limit={maxLengths.article.text} />}
    />
  );
}
