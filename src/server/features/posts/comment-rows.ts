import type { Expression } from 'kysely';
import type { Comment } from '../../../shared/posts.contract.ts';
import type { Database } from '../../platform/db/database.ts';
import { parseMentions } from '../mentions/mentions.service.ts';

export interface CommentWithAuthor {
  id: string;
  text: string;
  mentions: string | null;
  user_id: string | null;
  created_at: string;
  /** Both null for a former member. */
  name: string | null;
  avatar_url: string | null;
}

export const newestComments = (db: Database, postId: Expression<string>, limit: number) =>
  db
    .selectFrom('comments')
    .leftJoin('users as commenter', 'commenter.id', 'comments.user_id')
    .select([
      'comments.id',
      'comments.text',
      'comments.mentions',
      'comments.user_id',
      'comments.created_at',
      'commenter.name',
      'commenter.avatar_url',
    ])
    .where('comments.post_id', '=', postId)
    .orderBy('comments.created_at', 'desc')
    .orderBy('comments.id', 'desc')
    .limit(limit);

export function toComment(row: CommentWithAuthor): Comment {
  return {
    _id: row.id,
    text: row.text,
    mentions: parseMentions(row.mentions),
    name: row.name ?? 'Former member',
    avatar: row.avatar_url,
    user: row.user_id,
    // Inside JSON, PostgreSQL formats timestamps differently.
    date: new Date(row.created_at).toISOString(),
  };
}
