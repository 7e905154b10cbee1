import Ellipsis from 'lucide-react/icons/ellipsis';
import Eye from 'lucide-react/icons/eye';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { CopyStatus } from './CopyStatus.tsx';
import type { TextView } from './useTextView.ts';
import type { WorkingCopyOfForm } from './useWorkingCopy.ts';

type WritingActionsProps = {
  copy: WorkingCopyOfForm;
  view: TextView;
  /** Where the button of the settings goes. */
  settings: (slot: HTMLElement | null) => void;
  onPreview: () => void;
  /** In the menu. */
  links: ReactNode;
};

/** The bar above the text: whether it is saved, and how it is shown. */
export function WritingActions({ copy, view, settings, onPreview, links }: WritingActionsProps) {
  return (
    <>
      <CopyStatus state={copy.state} />
      <Button
        variant="quiet"
        size="sm"
        className="px-2 max-sm:w-9"
        aria-label="Page preview"
        title="Page preview"
        onClick={onPreview}
      >
        <Eye className="size-5 sm:hidden" />
        <span className="max-sm:hidden">Preview</span>
      </Button>
      <span ref={settings} className="contents" />
      <Menu
        button={{
          variant: 'quiet',
          size: 'icon',
          'aria-label': 'More actions',
          children: <Ellipsis className="size-5" />,
        }}
      >
        <MenuItem onSelect={() => view.setSource(!view.isSource)}>
          {view.isSource ? 'Formatted text' : 'Markdown'}
        </MenuItem>
        {!view.isSource && view.canUnpin && (
          <MenuItem onSelect={() => view.pin(!view.isPinned)}>
            {view.isPinned ? 'Hide the formatting bar' : 'Keep the formatting bar'}
          </MenuItem>
        )}
        {links}
      </Menu>
    </>
  );
}
