import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Comment } from '../../../shared/posts/posts.contract.ts';
import { formerMember } from '../../../shared/users/former-member.ts';
import type { Database } from '../../platform/db/database.ts';
import { isPostgres, type JsonRows } from '../../platform/db/json-rows.ts';
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
    .limit(sql.lit(limit));

/** As newestComments and toComment, but as JSON by the database: nothing is read only to be written again. */
export function newestCommentsJson(
  db: Database,
  postId: Expression<string>,
  limit: number,
): RawBuilder<JsonRows<Comment>> {
  const rows = newestComments(db, postId, limit).as('comment');
  const name = sql`coalesce("comment"."name", ${sql.lit(formerMember)})`;
  const parts = (mentions: RawBuilder<unknown>, date: RawBuilder<unknown>) =>
    sql`'_id', "comment"."id", 'text', "comment"."text", 'mentions', ${mentions}, 'name', ${name},
      'avatar', "comment"."avatar_url", 'user', "comment"."user_id", 'date', ${date}`;
  if (!isPostgres(db)) {
    const mentions = sql`json(coalesce("comment"."mentions", '[]'))`;
    const comment = sql`json_object(${parts(mentions, sql`"comment"."created_at"`)})`;
    return sql`(select coalesce(json_group_array(${comment}), '[]') from ${rows})`;
  }
  const date = sql`to_char("comment"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const comment = sql`json_build_object(${parts(sql`coalesce("comment"."mentions", '[]')::json`, date)})`;
  return sql`(select coalesce(json_agg(${comment}), '[]')::text from ${rows})`;
}

export function toComment(row: CommentWithAuthor): Comment {
  return {
    _id: row.id,
    text: row.text,
    mentions: parseMentions(row.mentions),
    name: row.name ?? formerMember,
    avatar: row.avatar_url,
    user: row.user_id,
    date: row.created_at,
  };
}
