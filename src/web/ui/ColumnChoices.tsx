import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { useEffect, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import type { ColumnChoice } from './columns.ts';

export function ColumnChoices({ choice: { all, shown, isUsual, choose, reset } }: { choice: ColumnChoice }) {
  const list = useRef<HTMLUListElement>(null);
  const [said, setSaid] = useState('');
  /** The button that was pressed: where its row moves, the browser takes the focus from it. */
  const [pressed, setPressed] = useState<string>();
  const order = [...shown, ...all.map(({ id }) => id).filter((id) => !shown.includes(id))];

  // biome-ignore lint/correctness/useExhaustiveDependencies: the order is the reason to focus it again
  useEffect(() => {
    if (pressed) list.current?.querySelector<HTMLElement>(`[data-move="${pressed}"]`)?.focus();
  }, [pressed, shown]);

  function move(id: string, header: string, by: 1 | -1): void {
    setPressed(`${id} ${by}`);
    const from = shown.indexOf(id);
    const other = shown[from + by];
    if (other === undefined) return;
    choose(shown.map((each) => (each === id ? other : each === other ? id : each)));
    setSaid(`${header} is number ${from + by + 1} of ${shown.length}`);
  }

  return (
    <div className="grid gap-2">
      <ul ref={list} className="grid">
        {order.map((id) => {
          const header = all.find((column) => column.id === id)?.header ?? '';
          const at = shown.indexOf(id);
          return (
            <li key={id} className="flex items-center gap-1">
              <label className="flex min-h-9 grow items-center gap-3 pointer-coarse:min-h-11">
                <input
                  type="checkbox"
                  checked={at >= 0}
                  onChange={({ target }) =>
                    choose(target.checked ? [...shown, id] : shown.filter((each) => each !== id))
                  }
                  className="size-5 shrink-0"
                />
                {header}
              </label>
              {at >= 0 &&
                ([-1, 1] as const).map((by) => (
                  <Button
                    key={by}
                    variant="quiet"
                    size="icon"
                    data-move={`${id} ${by}`}
                    aria-label={`Move ${header} ${by < 0 ? 'up' : 'down'}`}
                    aria-disabled={shown[at + by] === undefined}
                    onClick={() => move(id, header, by)}
                    className="aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
                  >
                    {by < 0 ? <ArrowUp className="size-4" /> : <ArrowDown className="size-4" />}
                  </Button>
                ))}
            </li>
          );
        })}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
      <Button
        variant="secondary"
        size="sm"
        aria-disabled={isUsual}
        onClick={() => {
          reset();
          setPressed(undefined);
          setSaid('The usual columns are shown');
        }}
        className="aria-disabled:cursor-not-allowed aria-disabled:opacity-50"
      >
        Back to the usual columns
      </Button>
    </div>
  );
}
