import { Button } from '../ui/Button.tsx';

type LoadMoreProps = {
  shown: number;
  /** What the rows are: 'entry' and 'entries'. */
  nouns: readonly [one: string, many: string];
  more: boolean;
  pending: boolean;
  onLoad: () => void;
};

/** The button stays at the end of the list, where the focus would be lost with it. */
export function LoadMore({ shown, nouns: [one, many], more, pending, onLoad }: LoadMoreProps) {
  return (
    <div className="flex flex-wrap items-center justify-center gap-4">
      <Button
        variant="secondary"
        pending={pending}
        aria-disabled={!more}
        onClick={() => more && onLoad()}
        className="aria-disabled:cursor-not-allowed aria-disabled:opacity-50"
      >
        Load more
      </Button>
      <p role="status" className="text-muted text-sm">
        {more
          ? `${shown} ${many} shown`
          : shown === 1
            ? `This is the only ${one}`
            : `All ${shown} ${many} shown`}
      </p>
    </div>
  );
}
