export const oldest = '1000_schema';

/** A member reports a text once, even after an admin has decided, and another text of that post again. */
export const index = [
  {
    create: 'reports_once_per_text',
    on: "reports ((coalesce(comment_id, post_id)), reporter_id, (coalesce(text_sha256, '')))",
    unique: true,
  },
  { drop: 'reports_once' },
];
