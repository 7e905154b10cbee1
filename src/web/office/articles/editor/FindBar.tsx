import type { EditorView } from 'prosemirror-view';
import { type RefObject, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { isComposing } from '../../../ui/composing.ts';
import { TextField } from '../../../ui/TextField.tsx';
import { goToMatch, matchesOf, seek } from './find.ts';

type FindBarProps = { view: RefObject<EditorView | null>; onClose: () => void };

export function FindBar({ view, onClose }: FindBarProps) {
  const [words, setWords] = useState('');
  const [count, setCount] = useState(0);
  const [number, setNumber] = useState(0);
  const go = (direction: 1 | -1) => setNumber(view.current ? goToMatch(view.current, words, direction) : 0);

  function find(sought: string): void {
    setWords(sought);
    setNumber(0);
    if (!view.current) return;
    seek(view.current, sought);
    setCount(matchesOf(view.current.state, sought).length);
  }

  function close(): void {
    if (view.current) seek(view.current, '');
    onClose();
  }

  return (
    <search className="flex flex-wrap items-end gap-2 border-line border-b py-2">
      <TextField
        label="Find in the text"
        value={words}
        autoFocus
        autoComplete="off"
        onChange={(event) => find(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close();
          if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
          event.preventDefault();
          go(event.shiftKey ? -1 : 1);
        }}
      />
      <Button variant="secondary" onClick={() => go(-1)}>
        Previous
      </Button>
      <Button variant="secondary" onClick={() => go(1)}>
        Next
      </Button>
      <Button variant="quiet" onClick={close}>
        Close
      </Button>
      <p role="status" className="flex min-h-11 items-center text-muted text-sm">
        {words && (number > 0 ? `${number} of ${count}` : `${count} found`)}
      </p>
    </search>
  );
}
