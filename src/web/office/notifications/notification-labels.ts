import type { Notification } from '../../../shared/notifications/notifications.contract.ts';
import { workEvents } from '../../../shared/notifications/work-events.ts';

/** The actor and the action: 'Ann Lee and 12 others' and 'liked your post'. */
export function notificationLabel({
  kind,
  actor,
  likeCount,
  comment,
  removed,
  event,
  person = nameless[kind],
}: Notification): { who: string; what: string } {
  if (event) return { who: person ?? 'Someone', what: workEvents[event].says };
  const name = actor?.name ?? 'A former member';
  switch (kind) {
    case 'comment':
      return { who: name, what: 'commented on your post' };
    case 'mention':
      return { who: name, what: comment === null ? 'mentioned you in a post' : 'mentioned you in a comment' };
    case 'like':
      return { who: name + andOthers((likeCount ?? 1) - 1), what: 'liked your post' };
    case 'removed':
      return { who: 'The office', what: `removed your ${removed ?? 'post'}` };
    case 'license':
      return { who: 'The office', what: 'reminds you of your license' };
    case 'handbook':
      return { who: 'The office', what: 'asks you to read the handbook' };
    case 'missing':
      return { who: 'The office', what: 'reminds you of what is missing' };
    case 'file':
      return { who: 'The office', what: 'noted something in your file' };
    case 'agreement':
      return { who: 'The office', what: 'tells you about your agreement' };
    case 'due':
      return { who: 'The office', what: 'tells you about your dues' };
    // The others have an event.
    case 'closing':
    case 'lead':
    case 'application':
    case 'document':
      return { who: 'The office', what: 'tells you about a closing' };
    case 'review':
      return { who: name, what: 'submitted something for review' };
    case 'submission':
      return { who: name, what: 'decided on what you submitted' };
    case 'consent':
      return { who: name, what: 'wrote a testimonial in your name and needs your yes' };
  }
}

/** Once what it was about has gone. */
const nameless: { [Kind in Notification['kind']]?: string } = {
  lead: 'A former lead',
  application: 'A former applicant',
  agreement: 'A former member',
  closing: 'A former member',
  document: 'A former member',
};

function andOthers(count: number): string {
  if (count < 1) return '';
  return count === 1 ? ' and 1 other' : ` and ${count.toLocaleString('en-US')} others`;
}
