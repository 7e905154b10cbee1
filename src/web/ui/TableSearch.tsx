import Search from 'lucide-react/icons/search';
import { useEffect, useId, useRef, useState } from 'react';

const pause = 200;

type TableSearchProps = { label: string; value: string; onChange: (value: string) => void };

/** Debounced with local state: a value from the URL updates too late for a controlled field. */
export function TableSearch({ label, value, onChange }: TableSearchProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const reported = useRef(value);

  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    if (text === reported.current) return;
    const timer = setTimeout(() => {
      reported.current = text;
      onChange(text);
    }, pause);
    return () => clearTimeout(timer);
  }, [text, onChange]);

  return (
    <div className="relative w-full max-w-xs">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted" />
      <input
        id={id}
        type="search"
        autoComplete="off"
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="control pl-9"
      />
    </div>
  );
}
