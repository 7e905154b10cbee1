import Ellipsis from 'lucide-react/icons/ellipsis';
import GripVertical from 'lucide-react/icons/grip-vertical';
import { type DragEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { Link } from 'react-router';
import type { StaffChapter, StaffEntry } from '../../../shared/handbook/handbook.contract.ts';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../ui/Menu.tsx';
import { MoveButtons } from '../testimonials/MoveButtons.tsx';
import { askedLabels } from './handbook-labels.ts';
import { type DraggedItem, type Order, pageLinkId } from './useOrder.ts';

export type PageRowProps = {
  page: StaffEntry;
  place: number;
  /** The page's chapter, and the chapters it could move to. */
  chapter: StaffChapter;
  chapters: StaffChapter[];
  order: Order;
  held: RefObject<DraggedItem | undefined>;
  hint: string;
  onSettings: (page: StaffEntry) => void;
  onDelete: (page: StaffEntry) => void;
};

export function PageRow(props: PageRowProps) {
  const { page, place, chapter, chapters, order, held, hint, onSettings, onDelete } = props;
  const { _id, title, slug, published } = page;
  const [over, setOver] = useState<'before' | 'after'>();
  const at = chapters.indexOf(chapter);

  const sideOf = ({ currentTarget, clientY }: DragEvent) => {
    const { top, height } = currentTarget.getBoundingClientRect();
    return clientY > top + height / 2 ? 'after' : 'before';
  };

  function moveByKey(event: KeyboardEvent): void {
    const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key];
    if (!event.shiftKey || !by) return;
    event.preventDefault();
    order.stepPage(_id, by, 'link');
  }

  return (
    <li
      draggable
      data-over={over}
      onDragStart={(event) => {
        held.current = { kind: 'page', id: _id };
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', title);
        event.stopPropagation();
      }}
      onDragEnd={() => {
        held.current = undefined;
      }}
      onDragOver={(event) => {
        if (held.current?.kind !== 'page') return;
        event.preventDefault();
        event.stopPropagation();
        setOver(sideOf(event));
      }}
      onDragLeave={() => setOver(undefined)}
      onDrop={(event) => {
        if (held.current?.kind !== 'page') return;
        event.preventDefault();
        event.stopPropagation();
        setOver(undefined);
        order.dropOnPage(held.current, _id, sideOf(event) === 'after');
      }}
      className="flex cursor-grab flex-wrap items-center gap-x-3 gap-y-1 border-line border-t bg-surface py-1.5 ps-2 pe-3 data-[over=after]:border-b-2 data-[over=before]:border-t-2 data-[over=after]:border-b-brand data-[over=before]:border-t-brand"
    >
      <GripVertical className="size-4 shrink-0 text-muted max-sm:hidden" />
      <span className="grid min-w-0 grow basis-56 gap-x-3">
        <Link
          id={pageLinkId(_id)}
          to={`/dashboard/handbook/edit/${_id}`}
          aria-describedby={hint}
          onKeyDown={moveByKey}
          // The row is dragged, not the link.
          draggable={false}
          className="wrap-anywhere py-1 font-semibold text-brand hover:text-brand-hover"
        >
          {title}
        </Link>
        <Marks page={page} />
      </span>
      <span className="ms-auto flex items-center gap-1">
        <MoveButtons
          id={_id}
          name={title}
          place={place}
          last={chapter.pages.length}
          isFirst={place === 1 && at === 0}
          isLast={place === chapter.pages.length && at === chapters.length - 1}
          onMove={(by) => order.stepPage(_id, by, 'button')}
        />
        <Menu
          button={{
            variant: 'quiet',
            size: 'icon',
            'aria-label': `More actions for ${title}`,
            children: <Ellipsis className="size-5" />,
          }}
        >
          {published && (
            <>
              <MenuLink render={(link) => <Link {...link} to={`/handbook/${slug}`} />}>Read</MenuLink>
              <MenuItem onSelect={() => onSettings(page)}>Settings</MenuItem>
            </>
          )}
          <MenuLink render={(link) => <Link {...link} to={`/dashboard/handbook/versions/${_id}`} />}>
            Version history
          </MenuLink>
          {chapters
            .filter((other) => other !== chapter)
            .map((other) => (
              <MenuItem key={other._id} onSelect={() => order.toChapter(_id, other._id)}>
                Move to {other.title}
              </MenuItem>
            ))}
          <MenuSeparator />
          <MenuItem danger onSelect={() => onDelete(page)}>
            Delete
          </MenuItem>
        </Menu>
      </span>
    </li>
  );
}

function Marks({ page: { published, public: isPublic, audience } }: { page: StaffEntry }) {
  const marks = [
    published ? '' : "Draft: members can't see it yet",
    published && isPublic ? 'On the public site' : '',
    published ? askedLabels[audience] : '',
  ].filter(Boolean);
  return marks.length > 0 && <span className="text-muted text-sm">{marks.join(' · ')}</span>;
}
