import Ellipsis from 'lucide-react/icons/ellipsis';
import Plus from 'lucide-react/icons/plus';
import { useId, useState } from 'react';
import type { StaffChapter } from '../../../shared/handbook/handbook.contract.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { MoveButtons } from '../testimonials/MoveButtons.tsx';
import { PageRow, type PageRowProps } from './PageRow.tsx';

type ChapterSectionProps = Omit<PageRowProps, 'page' | 'place'> & {
  onAddPage: (chapter: StaffChapter) => void;
  onRename: (chapter: StaffChapter) => void;
  onRemove: (chapter: StaffChapter) => void;
};

export function ChapterSection(props: ChapterSectionProps) {
  const { chapter, chapters, order, held, onAddPage, onRename, onRemove } = props;
  const { _id, title, pages } = chapter;
  const [over, setOver] = useState(false);
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!held.current) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (held.current) order.dropOnChapter(held.current, _id);
      }}
      className="grid max-w-3xl grid-cols-1 overflow-clip rounded-lg border border-line data-over:border-brand"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: by keyboard its buttons move it */}
      <div
        draggable
        onDragStart={(event) => {
          held.current = { kind: 'chapter', id: _id };
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/plain', title);
        }}
        onDragEnd={() => {
          held.current = undefined;
        }}
        className="flex cursor-grab flex-wrap items-center gap-x-3 gap-y-1 bg-sand px-3 py-2"
      >
        <h2 id={id} className="wrap-anywhere min-w-0 grow basis-48 text-lg">
          {title}
        </h2>
        <span className="ms-auto flex items-center gap-1">
          <Button
            variant="quiet"
            size="sm"
            aria-label={`Add page to ${title}`}
            onClick={() => onAddPage(chapter)}
          >
            <Plus className="size-4" />
            Add page
          </Button>
          <MoveButtons
            id={_id}
            name={title}
            place={chapters.indexOf(chapter) + 1}
            last={chapters.length}
            onMove={(by) => order.stepChapter(_id, by)}
          />
          <Menu
            button={{
              variant: 'quiet',
              size: 'icon',
              'aria-label': `More actions for ${title}`,
              children: <Ellipsis className="size-5" />,
            }}
          >
            <MenuItem onSelect={() => onRename(chapter)}>Rename</MenuItem>
            <MenuItem danger onSelect={() => onRemove(chapter)}>
              Delete
            </MenuItem>
          </Menu>
        </span>
      </div>
      {pages.length === 0 ? (
        <p className="border-line border-t px-3 py-4 text-muted">No pages yet.</p>
      ) : (
        <ol aria-labelledby={id} data-list="">
          {pages.map((page, index) => (
            <PageRow key={page._id} {...props} page={page} place={index + 1} />
          ))}
        </ol>
      )}
    </section>
  );
}
