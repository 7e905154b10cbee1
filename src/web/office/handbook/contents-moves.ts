import type { StaffChapter, StaffEntry } from '../../../shared/handbook/handbook.contract.ts';

/** A page and where it is. */
interface Place {
  chapter: number;
  index: number;
  page: StaffEntry;
}

function placeOf(chapters: StaffChapter[], id: string): Place | undefined {
  for (const [chapter, { pages }] of chapters.entries()) {
    const index = pages.findIndex(({ _id }) => _id === id);
    const page = pages[index];
    if (page) return { chapter, index, page };
  }
  return undefined;
}

/** A page in a chapter, before the one at `index` of those that are there without it. */
function put(
  chapters: StaffChapter[],
  page: StaffEntry,
  to: { chapter: number; index: number },
): StaffChapter[] {
  return chapters.map((chapter, at) => {
    const others = chapter.pages.filter(({ _id }) => _id !== page._id);
    return { ...chapter, pages: at === to.chapter ? others.toSpliced(to.index, 0, page) : others };
  });
}

/** One place up or down, also into the chapter before or after; undefined at an end. */
export function movePage(chapters: StaffChapter[], id: string, by: 1 | -1): StaffChapter[] | undefined {
  const place = placeOf(chapters, id);
  if (!place) return undefined;
  const { chapter, index, page } = place;
  const present = chapters[chapter]?.pages.length ?? 0;
  if (index + by >= 0 && index + by < present) return put(chapters, page, { chapter, index: index + by });
  const next = chapters[chapter + by];
  if (!next) return undefined;
  return put(chapters, page, { chapter: chapter + by, index: by === 1 ? 0 : next.pages.length });
}

/** Moves a page next to another one. */
export function placePage(
  chapters: StaffChapter[],
  id: string,
  { beside, after }: { beside: string; after: boolean },
): StaffChapter[] | undefined {
  const place = placeOf(chapters, id);
  const other = placeOf(chapters, beside);
  if (!place || !other || id === beside) return undefined;
  const isBefore = place.chapter === other.chapter && place.index < other.index;
  const index = other.index - (isBefore ? 1 : 0) + (after ? 1 : 0);
  return put(chapters, place.page, { chapter: other.chapter, index });
}

/** At the end of a chapter. */
export function pageToChapter(
  chapters: StaffChapter[],
  id: string,
  chapterId: string,
): StaffChapter[] | undefined {
  const place = placeOf(chapters, id);
  const chapter = chapters.findIndex(({ _id }) => _id === chapterId);
  if (!place || chapter < 0) return undefined;
  return put(chapters, place.page, { chapter, index: chapters[chapter]?.pages.length ?? 0 });
}

/** To the place of another chapter, which makes room; undefined past an end. */
export function moveChapter(chapters: StaffChapter[], id: string, to: number): StaffChapter[] | undefined {
  const moved = chapters.find(({ _id }) => _id === id);
  if (!moved || to < 0 || to >= chapters.length) return undefined;
  return chapters.filter(({ _id }) => _id !== id).toSpliced(to, 0, moved);
}
