import { type UseFormReturn, useWatch } from 'react-hook-form';
import { maxLengths } from '../../../shared/field-limits.ts';
import type { StaffPage } from '../../../shared/handbook/handbook.contract.ts';
import { CharacterCount } from '../../ui/CharacterCount.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ArticleText } from '../articles/ArticleText.tsx';
import { type ArticleValues, labels } from '../articles/article-form.ts';
import { SettingsDrawer } from '../articles/SettingsDrawer.tsx';
import { TitleField } from '../articles/TitleField.tsx';
import type { TextView } from '../articles/useTextView.ts';
import { PageFiles } from './PageFiles.tsx';

type PageFieldsProps = {
  form: UseFormReturn<ArticleValues>;
  page: StaffPage;
  view: TextView;
  /** In the bar, for the button of the settings. */
  slot: HTMLElement | null;
};

const settingNames = ['slug'] as const;

export function PageFields({ form, page, view, slot }: PageFieldsProps) {
  return (
    <SettingsDrawer
      form={form}
      label="Page settings"
      names={settingNames}
      slot={slot}
      settings={
        <>
          <Slug form={form} page={page} />
          <PageFiles page={page} />
        </>
      }
    >
      <TitleField form={form} />
      <ArticleText form={form} view={view} />
    </SettingsDrawer>
  );
}

function Slug({ form, page }: Pick<PageFieldsProps, 'form' | 'page'>) {
  const slug = useWatch({ control: form.control, name: 'slug' });
  return (
    <TextField
      {...form.register('slug')}
      label={labels.slug}
      required
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      hint={
        <>
          <span className="wrap-anywhere">Address: /handbook/{slug}</span>
          {page.published && '. The old link keeps working.'}
        </>
      }
      aside={<CharacterCount length={slug.length} limit={maxLengths.article.slug} />}
      error={form.formState.errors.slug?.message}
    />
  );
}
