/** What staff and admins do that is put on record: `<object>.<deed>`. */
export const auditActions = [
  'article.created',
  'article.updated',
  'article.published',
  'article.restored',
  'article.deleted',
  'testimonial.created',
  'testimonial.updated',
  'testimonial.deleted',
  'testimonials.reordered',
  'user.created',
  'user.updated',
  'user.deleted',
  'user.suspended',
  'user.reactivated',
  'invitation.sent',
  'invitation.revoked',
  'mail.retried',
  'lead.updated',
  'lead.deleted',
  'lead.exported',
] as const;
export type AuditAction = (typeof auditActions)[number];
