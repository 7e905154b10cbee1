import type { AuditAction } from '../../../shared/audit/audit-actions.ts';

/** 'article.updated' becomes 'Article updated', 'personal-data.erased' 'Personal data erased'. */
export function actionLabel(action: AuditAction): string {
  const words = action.replaceAll(/[.-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
