import { ApiError } from '../../api.ts';
import { alerts } from '../../ui/alerts.ts';

/**
 * Shows each message of a refused save as an alert (docs/product.md P9.3); they stay beside the fields as well. A
 * lost update is settled in the form, and a server out of reach has said nothing.
 */
export function alertMessages(error: unknown): void {
  if (!(error instanceof ApiError) || [0, 401, 412].includes(error.status)) return;
  for (const message of error.messages) alerts.add({ message, type: 'danger' });
}
