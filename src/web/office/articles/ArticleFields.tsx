import { type UseFormReturn, useWatch } from 'react-hook-form';
import { maxLengths } from '../../../shared/field-limits.ts';
import { slugFromTitle } from '../../../shared/slugs.ts';
import { CharacterCount } from '../../ui/CharacterCount.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ArticleText } from './ArticleText.tsx';
import { type ArticleValues, labels } from './article-form.ts';
import { CoverField } from './CoverField.tsx';
import { PublicationFields } from './PublicationFields.tsx';

type ArticleFieldsProps = {
  form: UseFormReturn<ArticleValues>;
  isNew: boolean;
  isPublic: boolean;
};

export function ArticleFields({ form, isNew, isPublic }: ArticleFieldsProps) {
  const { register, control, formState } = form;
  const { errors } = formState;
  const [title, slug, snippet] = useWatch({ control, name: ['title', 'slug', 'snippet'] });
  return (
    <>
      <div className="grid max-w-form grid-cols-1 gap-6">
        <TextField
          {...register('title')}
          label={labels.title}
          required
          autoComplete="off"
          hint={isNew && title.trim() && <Address slug={slugFromTitle(title, 'article')} />}
          aside={<CharacterCount length={title.length} limit={maxLengths.article.title} />}
          error={errors.title?.message}
        />
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
                <Address slug={slug} />. A former address goes on leading here.
              </>
            }
            aside={<CharacterCount length={slug.length} limit={maxLengths.article.slug} />}
            error={errors.slug?.message}
          />
        )}
        <TextField
          {...register('url')}
          label={labels.url}
          required
          type="url"
          autoComplete="off"
          placeholder="https://"
          hint="The source or a related page; linked under the text as “Source”."
          error={errors.url?.message}
        />
        <TextArea
          {...register('snippet')}
          label={labels.snippet}
          required
          hint="One or two sentences for the list of articles and for search engines."
          aside={<CharacterCount length={snippet.length} limit={maxLengths.article.snippet} />}
          error={errors.snippet?.message}
        />
      </div>
      <CoverField form={form} />
      <ArticleText form={form} />
      <PublicationFields form={form} isPublic={isPublic} />
    </>
  );
}

/** The server appends a number to a slug that is in use. */
function Address({ slug }: { slug: string }) {
  return <span className="wrap-anywhere">Address: /articles/{slug}</span>;
}
