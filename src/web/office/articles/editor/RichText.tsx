import { redo, undo } from 'prosemirror-history';
import { keydownHandler } from 'prosemirror-keymap';
import { type Command, EditorState, NodeSelection, type Transaction } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import {
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { minutesFor } from '../../../../shared/articles/reading-time.ts';
import { cx } from '../../../ui/cx.ts';
import { FieldError } from '../../../ui/Field.tsx';
import { pictureFiles } from '../../../ui/FileButton.tsx';
import { whenTouched } from '../../page/when-idle.ts';
import { type CommandName, commands, linkAt, opening } from './commands.ts';
import './editor.css';
import { isComposing } from '../../../ui/composing.ts';
import { followPage, keepCursor, stepBack, stepForward } from './follow-page.ts';
import { FindBar, loadedTools, loadTheRestWhenTouched, loadTools, TextDialogs } from './later.ts';
import { checkedSlice, cleanHtml, sliceOfPlainText, sliceOfText } from './paste.ts';
import { handleDrop, handlePaste } from './paste-and-drop.ts';
import { placeholderPlugin } from './pictures.ts';
import type { Covered } from './places.ts';
import { basePlugins } from './plugins.ts';
import type { SlashItem } from './SlashMenu.tsx';
import { nodes } from './schema.ts';
import { keysTo } from './shortcuts.ts';
import { type CursorTools, noFormats, shownOf, slashItemsIn, wordsIn } from './shown.ts';
import { type OpenedText, openText, savedOrNone } from './source-blocks.ts';
import type { OpenDialog } from './TextDialogs.tsx';
import type { TableCommandName } from './tables.ts';
import { useAttributes } from './useAttributes.ts';
import { usePictures } from './usePictures.ts';

type RichTextProps = {
  label: string;
  /** Markdown. */
  value: string;
  /** Whether the bar with the buttons stays. */
  isPinned: boolean;
  kept?: RefObject<KeptText | undefined>;
  /** Called when typing pauses, on leaving the text and before the form is submitted. */
  onChange: (markdown: string) => void;
  /** Called after `onChange` when the Markdown would not be read as what is seen. */
  onInexact: () => void;
  fieldRef: (field: { focus: () => void } | null) => void;
  error: string | undefined;
  aside: ReactNode;
};

/** Longer than most pauses between words: the whole text is written and read again. */
const pause = 500;
/** Typing without a pause: what is not written is not saved. */
const maxUnwritten = 1000;

/**
 * An editor kept while its text is shown as Markdown. If the Markdown stays unchanged, the editor returns with its undo
 * history.
 */
export interface KeptText {
  text: string;
  opened: OpenedText;
  state: EditorState;
}

/** An article's text as it will look; what is not touched stays the Markdown that it was. */
export function RichText(props: RichTextProps) {
  const { label, value, error, aside, isPinned, fieldRef } = props;
  const id = useId();
  const host = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const view = useRef<EditorView>(null);
  const opened = useRef<OpenedText>(null);
  const written = useRef(value);
  /** Given to the form and not yet back from it: on a busy machine several are under way. */
  const given = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unwrittenSince = useRef(0);
  const covered = useRef<Covered>({ top: 0, bottom: 0 });
  const [tools, setTools] = useState(loadedTools);
  const [shown, setShown] = useState<CursorTools>();
  const lastShown = useRef('');
  const [chosen, setChosen] = useState(0);
  const [dismissed, setDismissed] = useState(false);
  const [open, setOpen] = useState<OpenDialog>();
  const [isFinding, setFinding] = useState(false);
  const [words, setWords] = useState(0);
  const pictures = usePictures(view);
  const slash = dismissed ? undefined : shown?.slash;
  const highlighted = Math.min(chosen, (slash?.items.length ?? 1) - 1);

  /** Writes the Markdown of what was typed. */
  const flush = useEffectEvent(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const { current } = view;
    if (!current || !opened.current) return;
    setWords(wordsIn(current.state.doc));
    const saved = savedOrNone(opened.current, current.state.doc);
    if (!saved) {
      props.onInexact();
      return;
    }
    const { text, isExact } = saved;
    if (text === written.current) return;
    written.current = text;
    given.current.add(text);
    props.onChange(text);
    if (!isExact) props.onInexact();
  });

  const load = useEffectEvent((text: string) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    given.current.clear();
    written.current = text;
    opened.current = openText(text);
    const plugins = [...basePlugins(), placeholderPlugin()];
    const plain = EditorState.create({ doc: opened.current.doc, plugins });
    const state = loadedTools()?.withTables(plain) ?? plain;
    view.current?.updateState(state);
    setWords(wordsIn(state.doc));
    pictures.forget();
    return state;
  });

  const show = useEffectEvent((isScrolled = false) => {
    const { current } = view;
    if (!current) return;
    const next = shownOf(current, covered.current, tools?.slashItems);
    const text = JSON.stringify(next);
    // At each key: React would render even when a state is set to the same.
    if (text !== lastShown.current) {
      lastShown.current = text;
      setShown(next);
    }
    if (dismissed && !isScrolled) setDismissed(false);
  });

  const changed = useEffectEvent((transaction: Transaction) => {
    if (timer.current === undefined) unwrittenSince.current = Date.now();
    clearTimeout(timer.current);
    const left = unwrittenSince.current + maxUnwritten - Date.now();
    timer.current = setTimeout(() => flush(), Math.max(0, Math.min(pause, left)));
    pictures.follow(transaction.mapping);
  });

  const keyDown = useEffectEvent((current: EditorView, event: KeyboardEvent): boolean => {
    if (isComposing(event)) return false;
    // Before the focus moves: what is not displayed cannot take it.
    if (event.key === 'Tab' || event.key === 'Escape') stepForward();
    const isMod = event.ctrlKey || event.metaKey;
    if (isMod && (event.key === 'Enter' || event.key.toLowerCase() === 's')) flush();
    if (isMod && event.key === 'Enter') {
      if (!event.repeat) current.dom.closest('form')?.requestSubmit();
      return true;
    }
    const opens = keysTo<Command>({
      link: opening(openLink),
      find: opening(() => setFinding(true)),
      shortcuts: opening(() => setOpen({ what: 'shortcuts' })),
    });
    // Skipped with Shift: on keyboards where / is Shift and 7, that shortcut begins a numbered list.
    if (!event.shiftKey && keydownHandler(opens)(current, event)) return true;
    if (event.altKey && event.key === 'F10') {
      void loadTools().then((loaded) => {
        flushSync(() => setTools(loaded));
        bar.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
      });
      return true;
    }
    // Computed here, as the menu of the last key may not be shown yet, or still be shown.
    const items = dismissed || !tools ? [] : slashItemsIn(current.state, tools.slashItems);
    if (items.length === 0) return false;
    const at = Math.min(chosen, items.length - 1);
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) setChosen((at + step + items.length) % items.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(items[at]);
    else if (event.key === 'Escape') setDismissed(true);
    else return false;
    return true;
  });

  const keep = useEffectEvent((state: EditorState) => {
    if (!opened.current || pictures.isUploading()) return;
    if (props.kept) props.kept.current = { text: written.current, opened: opened.current, state };
  });

  const takeBack = useEffectEvent((): KeptText | undefined => {
    const back = props.kept?.current;
    if (back?.text !== written.current) return undefined;
    opened.current = back.opened;
    setWords(wordsIn(back.state.doc));
    return back;
  });

  const bringTools = useEffectEvent(async (current: EditorView) => {
    const found = await loadTools();
    if (!found || current.isDestroyed) return;
    current.updateState(found.withTables(current.state));
    setTools(found);
  });

  const addPictures = useEffectEvent((files: File[], position: number) => void pictures.add(files, position));
  const choosePicture = useEffectEvent(pictures.choose);
  const isUploading = useEffectEvent(pictures.isUploading);

  useEffect(() => {
    if (!host.current) return;
    const back = takeBack();
    const made = new EditorView(host.current, {
      attributes: {
        id,
        role: 'textbox',
        class: 'prose text-lg wrap-anywhere',
        spellcheck: 'true',
        'aria-multiline': 'true',
        'aria-required': 'true',
      },
      state: back?.state ?? load(written.current),
      dispatchTransaction(transaction) {
        made.updateState(made.state.apply(transaction));
        if (transaction.docChanged) changed(transaction);
        show();
      },
      handleKeyDown: (current, event) => keyDown(current, event),
      handleTextInput: () => {
        stepBack();
        return false;
      },
      handlePaste: (current, event) => handlePaste(current, event, (files, at) => addPictures(files, at)),
      handleDrop: (current, event) => handleDrop(current, event, (files, at) => addPictures(files, at)),
      handleDoubleClickOn: (_, position, node) => {
        if (node.type !== nodes.image) return false;
        choosePicture(position);
        return true;
      },
      handleDOMEvents: {
        blur: () => {
          if (timer.current !== undefined) flush();
          show();
        },
        focus: (current) => {
          keepCursor(current);
          void bringTools(current);
          show();
        },
      },
      transformPastedHTML: cleanHtml,
      transformPasted: checkedSlice,
      clipboardTextParser: (text, _$context, isPlain) =>
        isPlain ? sliceOfPlainText(text) : sliceOfText(text),
    });
    view.current = made;
    loadTheRestWhenTouched();
    whenTouched(() => void bringTools(made));
    const unfollow = followPage(made, {
      bar: bar.current,
      covered,
      flush: () => flush(),
      isUploading: () => isUploading(),
      onScroll: () => show(true),
    });
    return () => {
      unfollow();
      keep(made.state);
      made.destroy();
      view.current = null;
    };
  }, [id]);

  useEffect(() => {
    if (isPinned && view.current) void bringTools(view.current);
  }, [isPinned]);

  // Text may have been selected or typed while the tools loaded.
  useEffect(() => {
    if (tools) show();
  }, [tools]);

  // On leaving the page, before the effects of the form end.
  useLayoutEffect(
    () => () => {
      if (timer.current !== undefined) flush();
    },
    [],
  );

  // Another text: a draft that is back, a choice in a conflict.
  useEffect(() => {
    if (value === written.current) given.current.clear();
    else if (!given.current.has(value)) load(value);
  }, [value]);

  const activeId = slash && `${id}-menu-${highlighted}`;
  const describedBy = error ? `${id}-hint ${id}-error` : `${id}-hint`;
  useAttributes(view, {
    // A browser's translator would change what is saved.
    translate: 'no',
    'aria-label': label,
    'aria-describedby': describedBy,
    'aria-invalid': error && 'true',
    'aria-controls': activeId && `${id}-menu`,
    'aria-activedescendant': activeId,
  });

  useEffect(() => {
    fieldRef({ focus: () => view.current?.focus() });
    return () => fieldRef(null);
  }, [fieldRef]);

  const run = (name: CommandName) => runCommand(commands[name]);

  function runCommand(command: Command): void {
    const { current } = view;
    if (!current) return;
    command(current.state, current.dispatch, current);
    current.focus();
  }

  function choose(item: SlashItem | undefined): void {
    const { current } = view;
    if (!current || !item) return;
    const { $from } = current.state.selection;
    current.dispatch(current.state.tr.delete($from.start(), $from.pos));
    setChosen(0);
    if (item.command === 'picture') input.current?.click();
    else run(item.command);
  }

  function openLink(): void {
    const { current } = view;
    if (current) setOpen({ what: 'link', href: linkAt(current.state)?.href ?? '' });
  }

  /** Else only while the keyboard is in it. */
  const isBarShown = isPinned || shown?.formats.table === true;

  const actions = {
    run,
    runInTable: (name: TableCommandName) => tools && runCommand(tools.tableCommands[name]),
    link: openLink,
    picture: () => {
      const selection = view.current?.state.selection;
      const isChosen = selection instanceof NodeSelection && selection.node.type === nodes.image;
      if (isChosen) pictures.choose(selection.from);
      else input.current?.click();
    },
    undo: () => view.current && undo(view.current.state, view.current.dispatch),
    redo: () => view.current && redo(view.current.state, view.current.dispatch),
    find: () => setFinding(true),
    shortcuts: () => setOpen({ what: 'shortcuts' }),
    leave: () => view.current?.focus(),
  };

  return (
    <div className="grid grid-cols-1 gap-2">
      <div
        ref={bar}
        className={cx(
          'sticky top-(--bar-bottom) z-10 -ms-4 border-line border-b bg-ground ps-2 max-sm:-me-2',
          isPinned && 'min-h-10 pointer-coarse:min-h-13',
          !isBarShown && 'not-focus-within:sr-only',
        )}
      >
        {tools && <tools.EditorToolbar formats={shown?.formats ?? noFormats} actions={actions} />}
      </div>
      <Suspense>
        {isFinding && (
          <FindBar
            view={view}
            onClose={() => {
              setFinding(false);
              view.current?.focus();
            }}
          />
        )}
      </Suspense>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <div ref={host} className="article-text" />
      <div className="flex flex-wrap items-baseline justify-between gap-4 text-muted text-sm">
        <p id={`${id}-hint`}>
          <span className="sr-only">
            Type / or + on an empty line to add blocks. Alt+F10 opens the toolbar.{' '}
          </span>
          {words.toLocaleString('en-US')} {words === 1 ? 'word' : 'words'}
          {words > 0 && ` · ${minutesFor(words)} min read`}
        </p>
        {aside}
      </div>
      <input
        ref={input}
        type="file"
        accept={pictureFiles}
        multiple
        hidden
        aria-label="Images for the text"
        onChange={(event) => {
          void pictures.add([...(event.target.files ?? [])], view.current?.state.selection.to ?? 0);
          // Lets the same file be chosen again.
          event.target.value = '';
        }}
      />
      {slash && tools && (
        <tools.SlashMenu
          id={`${id}-menu`}
          items={slash.items}
          chosen={highlighted}
          place={slash.place}
          onChoose={choose}
        />
      )}
      {shown?.selection && tools && !open && !pictures.chosen && (
        <tools.SelectionToolbar formats={shown.formats} actions={actions} place={shown.selection} />
      )}
      {(open || pictures.chosen) && (
        <Suspense>
          <TextDialogs view={view} open={open} onClose={() => setOpen(undefined)} pictures={pictures} />
        </Suspense>
      )}
    </div>
  );
}
