export const oldest = '1000_schema';

/** Finds the emails with an announcement that is deleted. */
export const index = {
  create: 'mails_by_post',
  on: 'mails (post_id) where post_id is not null',
};
