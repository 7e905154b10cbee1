import { alerts } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { useReviewEntry } from './leads.queries.ts';

type AboutSeveralProps = {
  lead: { _id: string; firstName: string };
  /** Of a note or an event; null for next step and reason. */
  entry: string | null;
  /** What is said to be about several people, as in 'this note'. */
  what: string;
};

/** Marks what concerns several people, and lets an admin say that it is about this one alone (docs/security.md S15.2). */
export function AboutSeveral({ lead, entry, what }: AboutSeveralProps) {
  const review = useReviewEntry(lead._id, () =>
    alerts.add({ message: `Counts for ${lead.firstName}`, type: 'success', snackbar: true }),
  );
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
