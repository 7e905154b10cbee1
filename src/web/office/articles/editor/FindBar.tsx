import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/TextField.tsx';

type FindBarProps = {
  onSeek: (words: string) => number;
  onGo: (words: string, direction: 1 | -1) => number;
  onClose: () => void;
};

export function FindBar({ onSeek, onGo, onClose }: FindBarProps) {
  const [words, setWords] = useState('');
  const [count, setCount] = useState(0);
  const [number, setNumber] = useState(0);
  const go = (direction: 1 | -1) => setNumber(onGo(words, direction));
  return (
    <search className="flex flex-wrap items-end gap-2 border-line border-b py-2">
      <TextField
        label="Find in the text"
        value={words}
        autoFocus
        autoComplete="off"
        onChange={(event) => {
          setWords(event.target.value);
          setCount(onSeek(event.target.value));
          setNumber(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
          if (event.key !== 'Enter') return;
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
      <Button variant="quiet" onClick={onClose}>
        Close
      </Button>
      <p role="status" className="flex min-h-11 items-center text-muted text-sm">
        {words && (number > 0 ? `${number} of ${count}` : `${count} found`)}
      </p>
    </search>
  );
}
