export const oldest = '1000_schema';

/** The job that emails them reads no others. */
export const index = {
  create: 'notifications_to_mail',
  on: 'notifications (mail_due_at, user_id) where mail_due_at is not null',
};
