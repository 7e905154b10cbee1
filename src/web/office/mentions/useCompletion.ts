import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import type { Mentionable } from '../../../shared/mentions/mentions.contract.ts';
import type { Mention } from '../../../shared/text-parts.ts';
import { isComposing } from '../../ui/composing.ts';
import { useSettledSearch } from '../lists/useSettledSearch.ts';
import { mentionableQuery } from './mentionable.query.ts';
import { completed, matches, typedMention } from './typed-mention.ts';

const pause = 150;
const none: Mentionable[] = [];

interface Completed {
  text: string;
  caret: number;
  mention: Mention;
}

/** Completes the name typed at the caret. Without options every key keeps its default. */
export function useCompletion(
  text: string,
  chosen: readonly Mention[],
  onComplete: (done: Completed) => void,
) {
  /** Undefined while the field is not in use or has a selection. */
  const [caret, setCaret] = useState<number>();
  const [dismissed, setDismissed] = useState<number>();
  const typed = caret === undefined ? undefined : typedMention(text.slice(0, caret), chosen);
  const wanted = typed && typed.start !== dismissed ? typed : undefined;
  const { data = none } = useQuery(mentionableQuery(useSettledSearch(wanted?.search ?? '', pause)));
  const options = wanted ? data.filter(({ name }) => matches(name, wanted.search)) : none;
  const [active, setActive] = useActive(wanted?.search);

  function choose({ user, name }: Mention): void {
    if (!wanted || caret === undefined) return;
    onComplete({ ...completed(text, { start: wanted.start, caret, name }), mention: { user, name } });
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent } = event;
    const option = options[Math.min(active, options.length - 1)];
    if (!option || isComposing(nativeEvent) || shiftKey || ctrlKey || metaKey || altKey) return;
    if (key === 'ArrowDown') setActive((active + 1) % options.length);
    else if (key === 'ArrowUp') setActive((active + options.length - 1) % options.length);
    else if (key === 'Enter' || key === 'Tab') choose(option);
    else if (key === 'Escape') setDismissed(wanted?.start);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return {
    options,
    active: Math.min(active, options.length - 1),
    choose,
    onKeyDown,
    onCaret(next: number | undefined) {
      setCaret(next);
      if (next === undefined || (dismissed !== undefined && next <= dismissed)) setDismissed(undefined);
    },
  };
}

function useActive(search: string | undefined) {
  const [state, setState] = useState({ search, at: 0 });
  const at = state.search === search ? state.at : 0;
  return [at, (next: number) => setState({ search, at: next })] as const;
}
