import Check from 'lucide-react/icons/check';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { cx } from '../../ui/cx.ts';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { chooseTheme, themes, useTheme } from './theme.ts';

const icons = { light: Sun, dark: Moon, system: Monitor };

export function ThemeMenu() {
  const chosen = useTheme();
  const Icon = icons[chosen];
  return (
    <Menu
      button={{
        variant: 'quiet',
        size: 'icon',
        'aria-label': 'Theme',
        children: <Icon className="size-5" />,
      }}
    >
      {themes.map(({ id, label }) => (
        <MenuItem key={id} onSelect={() => chooseTheme(id)}>
          <Check className={cx('size-4', id !== chosen && 'invisible')} />
          {label}
          {id === chosen && <span className="sr-only"> (chosen)</span>}
        </MenuItem>
      ))}
    </Menu>
  );
}
