import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import { Link } from 'react-router';
import type { User } from '../../../shared/users/users.contract.ts';
import { Menu, MenuItem, MenuLink } from '../../ui/Menu.tsx';
import { useUser } from '../session/guards.tsx';
import type { UserAction } from './users.queries.ts';

type UserMenuProps = { user: User; onChoose: (action: UserAction) => void };

/** Admins cannot suspend themselves. */
export function UserMenu({ user, onChoose }: UserMenuProps) {
  const own = useUser()._id === user._id;
  const { state, invitedUntil } = user;
  return (
    <Menu
      button={{
        variant: 'quiet',
        size: 'sm',
        'aria-label': `Actions for ${user.name}`,
        className: '-ms-4 @table:ms-0 @table:px-2',
        children: (
          <>
            <span className="@table:hidden">Actions</span>
            <EllipsisVertical className="size-5" />
          </>
        ),
      }}
    >
      <MenuLink render={(props) => <Link {...props} to={`/dashboard/admin/user/edit/${user._id}`} />}>
        Edit
      </MenuLink>
      <MenuLink render={(props) => <Link {...props} to={`/dashboard/admin/compliance/${user._id}`} />}>
        Open their page
      </MenuLink>
      <MenuLink render={(props) => <Link {...props} to={`/dashboard/admin/security?user=${user._id}`} />}>
        Security log
      </MenuLink>
      {state === 'invited' && (
        <MenuItem onSelect={() => onChoose('invite')}>
          {invitedUntil === null ? 'Send invitation' : 'Resend invitation'}
        </MenuItem>
      )}
      {invitedUntil !== null && <MenuItem onSelect={() => onChoose('revoke')}>Revoke invitation</MenuItem>}
      {state === 'suspended' && <MenuItem onSelect={() => onChoose('reactivate')}>Reactivate</MenuItem>}
      {state === 'active' && !own && (
        <MenuItem onSelect={() => onChoose('sign-out')}>Sign out everywhere</MenuItem>
      )}
      {state !== 'suspended' && !own && (
        <MenuLink
          render={(props) => <Link {...props} to={`/dashboard/admin/compliance/${user._id}?act=leaving`} />}
        >
          They're leaving
        </MenuLink>
      )}
      {state !== 'suspended' && !own && (
        <MenuItem danger onSelect={() => onChoose('suspend')}>
          Suspend
        </MenuItem>
      )}
    </Menu>
  );
}
