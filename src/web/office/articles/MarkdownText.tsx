import { type DragEvent, type KeyboardEvent, useId, useRef, useState, useSyncExternalStore } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { maxLengths } from '../../../shared/field-limits.ts';
import { CharacterCount } from '../../ui/CharacterCount.tsx';
import { cx } from '../../ui/cx.ts';
import { TextArea } from '../../ui/TextArea.tsx';
import { type ArticleValues, labels } from './article-form.ts';
import { MarkdownPreview } from './MarkdownPreview.tsx';
import { applyEdit, formatByKey, MarkdownToolbar } from './MarkdownToolbar.tsx';
import { insertPicture } from './markdown-edits.ts';
import { PictureDialog } from './PictureDialog.tsx';

type Pane = 'write' | 'preview';
const panes = [
  { pane: 'write', label: 'Write' },
  { pane: 'preview', label: 'Preview' },
] as const;

/** The breakpoint `lg`, from which both panes are visible. */
const wide = matchMedia('(width >= 64rem)');

function onWidthChange(notify: () => void): () => void {
  wide.addEventListener('change', notify);
  return () => wide.removeEventListener('change', notify);
}

/** The stored Markdown, with a preview next to it. */
export function MarkdownText({ form }: { form: UseFormReturn<ArticleValues> }) {
  const [shown, setShown] = useState<Pane>('write');
  const [picture, setPicture] = useState<{ file: File | undefined }>();
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const text = useWatch({ control: form.control, name: 'text' });
  const error = form.formState.errors.text?.message;
  const { ref, ...registered } = form.register('text');
  // Show the pane that can fix the error.
  const pane = error ? 'write' : shown;
  const off = 'max-lg:hidden';
  const isWide = useSyncExternalStore(onWidthChange, () => wide.matches);
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 lg:gap-8">
      <PaneTabs id={id} pane={pane} onShow={setShown} />
      <div role="tabpanel" id={`${id}-write`} aria-label="Write" className={cx(pane === 'preview' && off)}>
        <TextArea
          {...registered}
          ref={(element) => {
            ref(element);
            area.current = element;
          }}
          label={labels.text}
          required
          hint="Plain text or Markdown: ## heading, **bold**, *italic*, [link](https://…)"
          aside={<CharacterCount length={text.length} limit={maxLengths.article.text} />}
          toolbar={<MarkdownToolbar area={area} onPicture={() => setPicture({ file: undefined })} />}
          onKeyDown={formatByKey}
          onPaste={(event) => {
            const file = pictureIn(event.clipboardData);
            if (!file) return;
            event.preventDefault();
            setPicture({ file });
          }}
          onDragOver={(event) => isOfFiles(event) && event.preventDefault()}
          onDrop={(event) => {
            const file = pictureIn(event.dataTransfer);
            if (!file) return;
            event.preventDefault();
            setPicture({ file });
          }}
          error={error}
        />
      </div>
      {picture && (
        <PictureDialog
          file={picture.file}
          onClose={() => setPicture(undefined)}
          onInsert={(inserted) => {
            setPicture(undefined);
            if (area.current) applyEdit(area.current, (selection) => insertPicture(inserted, selection));
          }}
        />
      )}
      <section
        role="tabpanel"
        id={`${id}-preview`}
        aria-label="Preview"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, with the keyboard too
        tabIndex={0}
        className={cx(
          'rounded-lg border border-line bg-surface p-4 lg:sticky lg:top-(--aside-top) lg:max-h-[calc(100dvh-11rem)] lg:self-start lg:overflow-y-auto lg:p-6',
          pane === 'write' && off,
        )}
      >
        <h2 className="mb-2 font-sans font-semibold text-sm max-lg:sr-only">Preview</h2>
        {/* The server renders only what is seen. */}
        {(isWide || pane === 'preview') && <MarkdownPreview text={text} />}
      </section>
    </div>
  );
}

/** Text that programs copy comes with a picture of it: the text wins. */
const pictureIn = ({ files, types }: DataTransfer): File | undefined =>
  types.includes('text/plain') ? undefined : [...files].find(({ type }) => type.startsWith('image/'));

const isOfFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

function PaneTabs({ id, pane, onShow }: { id: string; pane: Pane; onShow: (pane: Pane) => void }) {
  const list = useRef<HTMLDivElement>(null);
  function move(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const other = pane === 'write' ? 'preview' : 'write';
    onShow(other);
    list.current?.querySelector<HTMLElement>(`[data-pane="${other}"]`)?.focus();
  }
  return (
    <div
      ref={list}
      role="tablist"
      aria-label="Article text"
      className="flex gap-6 border-line border-b lg:hidden"
    >
      {panes.map((each) => (
        <button
          key={each.pane}
          type="button"
          role="tab"
          data-pane={each.pane}
          aria-selected={each.pane === pane}
          aria-controls={`${id}-${each.pane}`}
          tabIndex={each.pane === pane ? 0 : -1}
          onClick={() => onShow(each.pane)}
          onKeyDown={move}
          className="min-h-11 border-transparent border-b-2 font-semibold text-muted hover:text-text focus-visible:-outline-offset-2 aria-selected:border-brand aria-selected:text-text"
        >
          {each.label}
        </button>
      ))}
    </div>
  );
}
