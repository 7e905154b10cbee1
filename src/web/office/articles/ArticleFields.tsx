import { lazy, Suspense } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { slugFromTitle } from '../../../shared/articles/slugs.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { CharacterCount } from '../../ui/CharacterCount.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ArticleText } from './ArticleText.tsx';
import { type ArticleValues, labels } from './article-form.ts';
import { SettingsDrawer } from './SettingsDrawer.tsx';
import { TitleField } from './TitleField.tsx';
import type { TextView } from './useTextView.ts';

const CoverField = lazy(async () => ({ default: (await import('./CoverField.tsx')).CoverField }));

type ArticleFieldsProps = {
  form: UseFormReturn<ArticleValues>;
  isNew: boolean;
};

type WritingProps = ArticleFieldsProps & {
  view: TextView;
  /** In the bar, for the button of the settings. */
  slot: HTMLElement | null;
};

const settingNames = ['slug', 'url', 'snippet', 'cover_id', 'cover_alt'] as const;

/** Title and text to write in. All other fields are in a drawer at the side, out of the way. */
export function ArticleFields({ form, isNew, view, slot }: WritingProps) {
  const title = useWatch({ control: form.control, name: 'title' });
  return (
    <SettingsDrawer
      form={form}
      label="Article settings"
      names={settingNames}
      slot={slot}
      settings={<SettingsFields form={form} isNew={isNew} />}
      more={
        <Suspense>
          <CoverField form={form} />
        </Suspense>
      }
    >
      <TitleField
        form={form}
        hint={isNew && title.trim() && <Address slug={slugFromTitle(title, 'article')} />}
      />
      <ArticleText form={form} view={view} />
    </SettingsDrawer>
  );
}

function SettingsFields({ form, isNew }: ArticleFieldsProps) {
  const { register, control, formState } = form;
  const { errors } = formState;
  const [slug, snippet] = useWatch({ control, name: ['slug', 'snippet'] });
  return (
    <>
      {!isNew && (
        <TextField
          {...register('slug')}
          label={labels.slug}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={
            <>
              <Address slug={slug} />. The old link redirects here.
            </>
          }
          aside={<CharacterCount length={slug.length} limit={maxLengths.article.slug} />}
          error={errors.slug?.message}
        />
      )}
      <TextField
        {...register('url')}
        label={`${labels.url} (optional)`}
        type="url"
        autoComplete="off"
        placeholder="https://"
        hint={
          'The source or a related page, linked below the text as "Source". Leave blank for an article of your own.'
        }
        error={errors.url?.message}
      />
      <TextArea
        {...register('snippet')}
        label={labels.snippet}
        required
        hint="One or two sentences for the article list and search engines"
        aside={<CharacterCount length={snippet.length} limit={maxLengths.article.snippet} />}
        error={errors.snippet?.message}
      />
    </>
  );
}

/** The server appends a number to a slug that is in use. */
function Address({ slug }: { slug: string }) {
  return <span className="wrap-anywhere">Link: /articles/{slug}</span>;
}
