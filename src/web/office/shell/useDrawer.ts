import { useState } from 'react';

const key = 'drawer';

/** Whether the side drawer is wide or only its icons; this browser remembers it. */
export function useDrawer(): { collapsed: boolean; toggle: () => void } {
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(key) === 'closed');
  return {
    collapsed,
    toggle() {
      localStorage.setItem(key, collapsed ? 'open' : 'closed');
      setCollapsed(!collapsed);
    },
  };
}
