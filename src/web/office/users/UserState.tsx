import { formatDateTime } from '../../../shared/dates.ts';
import type { User } from '../../../shared/users/users.contract.ts';
import { cx } from '../../ui/cx.ts';

const looks = {
  active: 'bg-success',
  invited: 'bg-poppy-text',
  suspended: 'bg-error',
};

/** An expired or revoked invitation shows as not invited. */
export function stateLabel({ state, invitedUntil }: User): string {
  if (state === 'active') return 'Active';
  if (state === 'suspended') return 'Suspended';
  return invitedUntil === null ? 'Not invited' : 'Invited';
}

export function UserState({ user }: { user: User }) {
  return (
    <span
      className="inline-flex items-center gap-2 whitespace-nowrap"
      title={user.invitedUntil === null ? undefined : `Until ${formatDateTime(user.invitedUntil)}`}
    >
      <span aria-hidden="true" className={cx('size-2 rounded-full', looks[user.state])} />
      {stateLabel(user)}
    </span>
  );
}
