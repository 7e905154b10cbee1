import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { Button } from '../../ui/Button.tsx';

/** Includes the place, so that `useMoving` can find the button after the move. */
export const moveButtonId = (id: string, place: number, by: 1 | -1): string => `move-${id}-${place}-${by}`;

type MoveButtonsProps = {
  id: string;
  name: string;
  place: number;
  last: number;
  /** Set where items move across several lists, whose ends are not the first and last place. */
  isFirst?: boolean;
  isLast?: boolean;
  onMove: (by: 1 | -1) => void;
};

/** At an end the button is not disabled, so that it keeps the focus. */
export function MoveButtons(props: MoveButtonsProps) {
  const { id, name, place, last, isFirst = place === 1, isLast = place === last, onMove } = props;
  return (
    <span className="inline-flex items-center gap-1">
      <span className="min-w-6">{place}</span>
      <Button
        variant="quiet"
        size="icon"
        id={moveButtonId(id, place, -1)}
        aria-label={`Move ${name} up`}
        aria-disabled={isFirst}
        className="aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
        onClick={() => onMove(-1)}
      >
        <ArrowUp className="size-4" />
      </Button>
      <Button
        variant="quiet"
        size="icon"
        id={moveButtonId(id, place, 1)}
        aria-label={`Move ${name} down`}
        aria-disabled={isLast}
        className="aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
        onClick={() => onMove(1)}
      >
        <ArrowDown className="size-4" />
      </Button>
    </span>
  );
}
