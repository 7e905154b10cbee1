import { say } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { useReviewEntry } from './leads.queries.ts';

type AboutSeveralProps = {
  lead: { _id: string; firstName: string };
  /** The id of a note or an event; null for the next step and the reason. */
  entry: string | null;
  /** Names the entry in a label, as in 'this note'. */
  what: string;
};

/** Marks an entry about several people; an admin can say that it is only about this one (docs/security.md S15.2). */
export function AboutSeveral({ lead, entry, what }: AboutSeveralProps) {
  const review = useReviewEntry(lead._id, () => say(`Counts for ${lead.firstName}`));
  return (
    <div className="grid justify-items-start gap-1 text-sm">
      <span className="text-poppy-text">Concerns several people</span>
      <Button
        variant="secondary"
        size="sm"
        pending={review.isPending}
        aria-label={`Only about ${lead.firstName}: ${what}`}
        onClick={() => review.mutate({ entry, aboutSeveral: false })}
      >
        Only about {lead.firstName}
      </Button>
      <span role="alert" className="empty:hidden">
        {review.error && <FieldError>{review.error.message}</FieldError>}
      </span>
    </div>
  );
}
