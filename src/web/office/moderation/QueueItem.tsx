import { useId } from 'react';
import { Link } from 'react-router';
import type { ReportedThing } from '../../../shared/moderation/moderation.contract.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Author } from '../posts/Author.tsx';
import { PostText } from '../posts/PostText.tsx';
import { useKeep } from './moderation.queries.ts';
import { Reports } from './Reports.tsx';

type QueueItemProps = {
  thing: ReportedThing;
  onKeep: (button: Element) => void;
  onRemove: (button: Element) => void;
};

export function QueueItem({ thing, onKeep, onRemove }: QueueItemProps) {
  const { what, postId, text, mentions, name } = thing;
  const keep = useKeep(thing);
  const id = useId();
  return (
    <li
      aria-labelledby={id}
      className="grid grid-cols-1 gap-4 rounded-lg border border-line bg-surface p-4 sm:px-5"
    >
      <h2 id={id} className="font-sans font-semibold text-muted text-sm">
        {what === 'post' ? 'Post' : 'Comment'}
        <span className="sr-only"> by {name}</span>
      </h2>
      <Author of={thing} size="sm" />
      <PostText key={text} text={text} mentions={mentions} short />
      <Reports of={thing} />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="secondary"
          size="sm"
          pending={keep.isPending}
          onClick={({ currentTarget }) => {
            onKeep(currentTarget);
            keep.mutate();
          }}
        >
          Keep
        </Button>
        <Button
          variant="danger"
          size="sm"
          aria-haspopup="dialog"
          disabled={keep.isPending}
          onClick={({ currentTarget }) => onRemove(currentTarget)}
        >
          Remove
        </Button>
        <Link to={`/posts/${postId}`} className={buttonClass({ variant: 'quiet', size: 'sm' })}>
          Open the discussion
        </Link>
      </div>
      {keep.isError && (
        <p role="alert" className="text-error text-sm">
          We couldn't save your decision. Try again. {keep.error.message}
        </p>
      )}
    </li>
  );
}
