/** An announcement that is emailed, too: to those who can read it now, once (docs/product.md P13.8). */

import { counted } from '../../../shared/counted.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { demandContentRight } from '../../platform/http/publishing.ts';
import { queueMailToMembers } from '../../platform/mail/queue-mail.ts';
import { announcementMail } from './announcement-mails.ts';
import { recordPostAuditEvent } from './post-audit.ts';

/** Pins the actor's new post, and queues it to every other active member. @throws 403 for who may not pin */
export async function announce(
  transaction: DatabaseTransaction,
  actor: Actor,
  { id, text, at }: { id: string; text: string; at: string },
  brokerage: Brokerage,
): Promise<void> {
  await demandContentRight(transaction, actor);
  await transaction.updateTable('posts').set({ pinned_at: at }).where('id', '=', id).execute();
  const mail = announcementMail({ id, author: actor.name, text }, brokerage);
  const count = await queueMailToMembers(transaction, mail, { postId: id, except: actor.id });
  const emailed = `emailed to ${counted(count, 'member')}`;
  await recordPostAuditEvent(transaction, actor, 'post.pinned', { id, text, user_id: actor.id }, emailed);
}
