import { withoutTail } from '../../../shared/articles/link-repair.ts';

/** The code in a member's personal link: the id, shorter. */
export const toReferralCode = (userId: string): string =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');

/** The id of the member; undefined for a text that is no code. */
export function fromReferralCode(typed: string): string | undefined {
  const code = withoutTail(typed);
  if (!/^[\w-]{22}$/.test(code)) return undefined;
  const hex = Buffer.from(code, 'base64url').toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
