import Settings from 'lucide-react/icons/settings-2';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { maxLengths } from '../../../shared/field-limits.ts';
import { slugFromTitle } from '../../../shared/slugs.ts';
import { Button } from '../../ui/Button.tsx';
import { CharacterCount } from '../../ui/CharacterCount.tsx';
import { cx } from '../../ui/cx.ts';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ArticleText } from './ArticleText.tsx';
import { type ArticleValues, labels } from './article-form.ts';
import { CoverField } from './CoverField.tsx';
import type { TextView } from './useTextView.ts';

type ArticleFieldsProps = {
  form: UseFormReturn<ArticleValues>;
  isNew: boolean;
};

type WritingProps = ArticleFieldsProps & {
  view: TextView;
  /** In the bar, for the button of the settings. */
  slot: HTMLElement | null;
};

/** Characters that remain when they begin to be counted. */
const titleCounted = 20;
const titleClass = cx(
  '[&_.field-head]:justify-end [&_label]:sr-only',
  '[&_textarea]:min-h-0 [&_textarea]:resize-none [&_textarea]:rounded-none [&_textarea]:border-0 [&_textarea]:bg-transparent [&_textarea]:px-0',
  '[&_textarea]:font-display [&_textarea]:text-2xl [&_textarea]:leading-tight',
);

/** Title and text to write in; everything else beside them, out of the way. */
export function ArticleFields({ form, isNew, view, slot }: WritingProps) {
  const { register, control, formState } = form;
  const { errors } = formState;
  const title = useWatch({ control, name: 'title' });
  return (
    <SettingsDrawer form={form} slot={slot} settings={<SettingsFields form={form} isNew={isNew} />}>
      <TextArea
        {...register('title')}
        label={labels.title}
        required
        autoComplete="off"
        rows={1}
        placeholder="Title"
        // One line of text that takes as many as it needs: Enter leads into the text.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) form.setFocus('text');
        }}
        onInput={({ currentTarget }) => {
          if (/[\r\n]/.test(currentTarget.value))
            currentTarget.value = currentTarget.value.replace(/[\r\n]+/g, ' ');
        }}
        hint={isNew && title.trim() && <Address slug={slugFromTitle(title, 'article')} />}
        aside={
          title.length > maxLengths.article.title - titleCounted && (
            <CharacterCount length={title.length} limit={maxLengths.article.title} />
          )
        }
        error={errors.title?.message}
        className={titleClass}
      />
      <ArticleText form={form} view={view} />
    </SettingsDrawer>
  );
}

/** In the order in which they stand. */
const settingNames = ['slug', 'url', 'snippet', 'cover_id', 'cover_alt'] as const;

const wide = matchMedia('(width >= 80rem)');
const settingsKey = 'article-settings';
const isWished = (): boolean => wide.matches && localStorage.getItem(settingsKey) === 'open';

type SettingsDrawerProps = {
  form: UseFormReturn<ArticleValues>;
  slot: HTMLElement | null;
  settings: ReactNode;
  children: ReactNode;
};

/** Beside the text where there is room, else over it. Its fields stay in the form while it is closed. */
function SettingsDrawer({ form, slot, settings, children }: SettingsDrawerProps) {
  const [isOpen, setOpen] = useState(isWished);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  const { errors, submitCount } = form.formState;
  const faulty = settingNames.find((name) => errors[name]);
  const isTextFaulty = Boolean(errors.title ?? errors.text);

  useEffect(() => {
    const fit = () => setOpen(isWished());
    wide.addEventListener('change', fit);
    return () => wide.removeEventListener('change', fit);
  }, []);

  useEffect(() => {
    if (isOpen && !wide.matches) closeButton.current?.focus();
  }, [isOpen]);

  // A field of a closed drawer cannot take the focus; over the text, it would hide what comes first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt to save
  useEffect(() => {
    if (faulty && (wide.matches || !isTextFaulty)) setOpen(true);
  }, [faulty, submitCount]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt to save
  useEffect(() => {
    if (isOpen && faulty && !isTextFaulty) form.setFocus(faulty);
  }, [isOpen, submitCount]);

  /** Beside the text it is remembered in this browser; over it, it is closed again as soon as it was of use. */
  function choose(open: boolean): void {
    setOpen(open);
    if (!wide.matches) return;
    if (open) localStorage.setItem(settingsKey, 'open');
    else localStorage.removeItem(settingsKey);
  }

  function close(): void {
    choose(false);
    button.current?.focus();
  }

  /** Over the text, the keyboard does not lead behind it. */
  function leave(event: KeyboardEvent<HTMLElement>): void {
    const { currentTarget: drawer, target, key, shiftKey } = event;
    // React's events of a dialog that a field has opened come here, too.
    if (wide.matches || !(target instanceof Element) || !drawer.contains(target)) return;
    const controls = [
      ...drawer.querySelectorAll<HTMLElement>('a[href], :is(button, input, textarea, select):enabled'),
    ];
    const stops = controls.filter((each) => each.tabIndex >= 0 && each.checkVisibility());
    if (key !== 'Escape' && !(key === 'Tab' && target === stops.at(shiftKey ? 0 : -1))) return;
    event.preventDefault();
    close();
  }

  const settingsButton = (
    <Button
      ref={button}
      variant="quiet"
      size="sm"
      className="px-2 max-sm:w-9"
      aria-label="Settings"
      aria-expanded={isOpen}
      aria-controls={id}
      onClick={() => choose(!isOpen)}
    >
      <Settings className="size-5 sm:hidden" />
      <span className="max-sm:hidden">Settings</span>
    </Button>
  );

  return (
    <div className="grid grid-cols-1 xl:grid-cols-[minmax(0,1fr)_auto]">
      <div
        className={cx(
          // As wide as the published page, and in the middle of the window as there.
          'w-full max-w-[58ch] text-lg xl:justify-self-center',
          !isOpen && 'xl:me-(--drawer)',
        )}
      >
        <div className="grid grid-cols-1 content-start gap-4 text-base">
          {slot && createPortal(settingsButton, slot)}
          {children}
        </div>
      </div>
      <aside
        id={id}
        aria-label="Article settings"
        hidden={!isOpen}
        onKeyDown={leave}
        className={cx(
          'grid grid-cols-1 content-start gap-6 hidden:hidden',
          'max-xl:fixed max-xl:inset-y-0 max-xl:end-0 max-xl:z-40 max-xl:w-96 max-xl:max-w-full max-xl:overflow-y-auto max-xl:bg-surface max-xl:p-5 max-xl:shadow-raised',
          'xl:ms-10 xl:w-80 xl:border-line xl:border-s xl:ps-6',
        )}
      >
        <div className="flex items-center justify-between gap-4">
          <h2 className="text-xl">Settings</h2>
          <Button ref={closeButton} variant="quiet" size="icon" aria-label="Close settings" onClick={close}>
            <X className="size-5" />
          </Button>
        </div>
        {settings}
      </aside>
    </div>
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
        label={labels.url}
        required
        type="url"
        autoComplete="off"
        placeholder="https://"
        hint={'The source or a related page, linked below the text as "Source"'}
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
      <CoverField form={form} />
    </>
  );
}

/** The server appends a number to a slug that is in use. */
function Address({ slug }: { slug: string }) {
  return <span className="wrap-anywhere">Link: /articles/{slug}</span>;
}
