import LogOut from 'lucide-react/icons/log-out';
import Settings from 'lucide-react/icons/settings';
import Shield from 'lucide-react/icons/shield';
import { Link } from 'react-router';
import { Avatar } from '../../ui/Avatar.tsx';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../ui/Menu.tsx';
import { useLogOut } from '../auth/useLogOut.tsx';
import { useUser } from '../session/guards.tsx';

/** docs/product.md P7.4 */
export function AccountMenu() {
  const user = useUser();
  const logOut = useLogOut();
  return (
    <>
      <Menu
        button={{
          variant: 'quiet',
          size: 'icon',
          className: 'rounded-full',
          // Text, not aria-label: an aria-label would have to contain the visible initials.
          children: (
            <>
              <Avatar name={user.name} src={user.avatar} size="sm" />
              <span className="sr-only">Account of {user.name}</span>
            </>
          ),
        }}
      >
        {user.admin && (
          <MenuLink render={(props) => <Link {...props} to="/dashboard/admin" />}>
            <Shield className="size-4" />
            Admin
          </MenuLink>
        )}
        <MenuLink render={(props) => <Link {...props} to="/dashboard/account-settings" />}>
          <Settings className="size-4" />
          Settings
        </MenuLink>
        <MenuSeparator />
        <MenuItem onSelect={logOut.ask}>
          <LogOut className="size-4" />
          Logout
        </MenuItem>
      </Menu>
      {logOut.dialog}
    </>
  );
}
