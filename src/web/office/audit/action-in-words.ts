import type { AuditAction } from '../../../shared/audit-actions.ts';

/** 'article.updated' is 'Article updated'. */
export function actionInWords(action: AuditAction): string {
  const words = action.replace('.', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
