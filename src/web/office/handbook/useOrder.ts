import { useEffect, useRef, useState } from 'react';
import type { StaffChapter } from '../../../shared/handbook/handbook.contract.ts';
import { moveButtonId } from '../testimonials/MoveButtons.tsx';
import { moveChapter, movePage, pageToChapter, placePage } from './contents-moves.ts';
import { useOrderContents } from './handbook.queries.ts';

/** The page or chapter being dragged, kept here because drop targets can't read the drag's data before the drop. */
export interface DraggedItem {
  kind: 'page' | 'chapter';
  id: string;
}

/** Moves pages and chapters. The moved one keeps the focus, and screen readers hear where it went. */
export function useOrder(chapters: StaffChapter[]) {
  const order = useOrderContents();
  const [announcement, setAnnouncement] = useState('');
  const toFocus = useRef<string | undefined>(undefined);

  // React recreates a row that moves to another list, which loses the focus.
  useEffect(() => {
    const element = toFocus.current && document.getElementById(toFocus.current);
    if (!element) return;
    element.focus();
    toFocus.current = undefined;
  });

  function save(next: StaffChapter[] | undefined, moved: string): void {
    if (!next) return;
    order.mutate(next);
    setAnnouncement(announcementOf(next, moved));
  }

  return {
    announcement,
    error: order.error,
    isPending: order.isPending,
    retry: () => order.variables && order.mutate(order.variables),
    /** Moves a page by one step; `from` is the control that gets the focus back. */
    stepPage(id: string, by: 1 | -1, from: 'button' | 'link'): void {
      const next = movePage(chapters, id, by);
      if (!next) return;
      toFocus.current = from === 'link' ? pageLinkId(id) : moveButtonId(id, placeIn(next, id), by);
      save(next, id);
    },
    stepChapter(id: string, by: 1 | -1): void {
      const from = chapters.findIndex(({ _id }) => _id === id);
      const next = moveChapter(chapters, id, from + by);
      if (!next) return;
      toFocus.current = moveButtonId(id, from + by + 1, by);
      save(next, id);
    },
    toChapter: (id: string, chapterId: string) => save(pageToChapter(chapters, id, chapterId), id),
    dropOnPage: (held: DraggedItem, beside: string, after: boolean) =>
      held.kind === 'page' && save(placePage(chapters, held.id, { beside, after }), held.id),
    dropOnChapter(held: DraggedItem, chapterId: string): void {
      if (held.kind === 'page') save(pageToChapter(chapters, held.id, chapterId), held.id);
      else if (held.id !== chapterId) {
        const to = chapters.findIndex(({ _id }) => _id === chapterId);
        save(moveChapter(chapters, held.id, to), held.id);
      }
    },
  };
}

export type Order = ReturnType<typeof useOrder>;

export const pageLinkId = (id: string): string => `page-${id}`;

/** A page's position in its chapter, from 1. */
const placeIn = (chapters: StaffChapter[], id: string): number =>
  1 + Math.max(...chapters.map(({ pages }) => pages.findIndex(({ _id }) => _id === id)));

function announcementOf(chapters: StaffChapter[], id: string): string {
  const at = chapters.findIndex(({ _id }) => _id === id);
  const moved = chapters[at];
  if (moved) return `${moved.title} is now chapter ${at + 1} of ${chapters.length}`;
  const chapter = chapters.find(({ pages }) => pages.some(({ _id }) => _id === id));
  const page = chapter?.pages.find(({ _id }) => _id === id);
  if (!chapter || !page) return '';
  return `${page.title} is now at place ${placeIn(chapters, id)} of ${chapter.pages.length} in ${chapter.title}`;
}
