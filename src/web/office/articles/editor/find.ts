import { type EditorState, Plugin, PluginKey, TextSelection } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import { plainForm, withPlainSigns } from '../../../../shared/search/search-form.ts';

/** A single letter can occur thousands of times in a long text, and marking them all would be slow. */
const maxMarked = 200;

const finding = new PluginKey<string>('find');

export interface Match {
  from: number;
  to: number;
}

/** The plain form of each letter that keeps its length, so that positions in it are positions in the text. */
const comparable = (text: string) =>
  withPlainSigns(text)
    .replace(/[^ -~]/gu, (letter) => {
      const plain = /\s/.test(letter) ? ' ' : plainForm(letter);
      return plain.length === letter.length ? plain : letter;
    })
    .toLowerCase();

/** Finds words without regard to case and accents; a match never crosses a line break or an image. */
export function matchesOf(state: EditorState, words: string): Match[] {
  const wanted = comparable(words);
  const found: Match[] = [];
  if (!wanted) return found;
  state.doc.descendants((node, position) => {
    if (!node.isTextblock) return true;
    const written = node.textBetween(0, node.content.size, undefined, '\ufffc');
    const text = comparable(written);
    // Lower case may be longer: then positions would not be those of the text.
    if (text.length !== node.content.size) return false;
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      found.push({ from: position + 1 + at, to: position + 1 + at + wanted.length });
    }
    return false;
  });
  return found;
}

/** Marks what is sought. */
export const findPlugin = (): Plugin<string> =>
  new Plugin({
    key: finding,
    state: {
      init: () => '',
      apply: (transaction, before): string => transaction.getMeta(finding) ?? before,
    },
    props: {
      decorations(state) {
        const words = finding.getState(state);
        if (!words) return null;
        const { from } = state.selection;
        return DecorationSet.create(
          state.doc,
          around(matchesOf(state, words), from).map((match) =>
            Decoration.inline(match.from, match.to, {
              class: match.from === from ? 'found found-now' : 'found',
            }),
          ),
        );
      },
    },
  });

/** The matches nearest to a position, in order. */
function around(matches: Match[], position: number): Match[] {
  const next = matches.findIndex(({ to }) => to >= position);
  const middle = next < 0 ? matches.length : next;
  const start = Math.max(0, Math.min(middle - maxMarked / 2, matches.length - maxMarked));
  return matches.slice(start, start + maxMarked);
}

export const seek = (view: EditorView, words: string): void =>
  view.dispatch(view.state.tr.setMeta(finding, words));

/** Selects the next match, or the one before, round the ends of the text. Returns its number from 1, 0 if there is none. */
export function goToMatch(view: EditorView, words: string, direction: 1 | -1): number {
  const matches = matchesOf(view.state, words);
  if (matches.length === 0) return 0;
  const { from } = view.state.selection;
  const next = matches.findIndex((match) => match.from > from);
  const previous = matches.findLastIndex((match) => match.from < from);
  const wrapped = direction === 1 ? 0 : matches.length - 1;
  const chosen = direction === 1 ? next : previous;
  const index = chosen < 0 ? wrapped : chosen;
  const match = matches[index];
  if (!match) return 0;
  const selection = TextSelection.create(view.state.doc, match.from, match.to);
  view.dispatch(view.state.tr.setSelection(selection).scrollIntoView());
  return index + 1;
}
