import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { StaffChapter, StaffEntry } from '../../../shared/handbook/handbook.contract.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { DeleteDialog } from '../dialogs/DeleteDialog.tsx';
import { LazyConfirmDialog, useLast } from '../dialogs/lazy-dialogs.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { AddPageDialog } from './AddPageDialog.tsx';
import { ChapterDialog } from './ChapterDialog.tsx';
import { ChapterSection } from './ChapterSection.tsx';
import { HandbookNavigation } from './HandbookNavigation.tsx';
import { contentsOf, staffContentsQuery, useDeletePage, useSaveContents } from './handbook.queries.ts';
import { SettingsDialog } from './SettingsDialog.tsx';
import { type DraggedItem, useOrder } from './useOrder.ts';

export function EditContentsPage() {
  const query = useQuery(staffContentsQuery);
  const [chapter, setChapter] = useState<StaffChapter | 'new'>();
  return (
    <Page title="Edit handbook" action={<Button onClick={() => setChapter('new')}>Add chapter</Button>}>
      <HandbookNavigation />
      <Loaded query={query} what="The handbook" skeleton={<Skeleton className="h-96" />}>
        {(chapters) => (
          <>
            {chapters.length > 0 ? (
              <Contents chapters={chapters} onRename={setChapter} />
            ) : (
              <EmptyState action={<Button onClick={() => setChapter('new')}>Add chapter</Button>}>
                No chapters yet. Start with one, then add pages to it.
              </EmptyState>
            )}
            <ChapterDialog target={chapter} chapters={chapters} onClose={() => setChapter(undefined)} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

type ContentsProps = { chapters: StaffChapter[]; onRename: (chapter: StaffChapter) => void };

function Contents({ chapters, onRename }: ContentsProps) {
  const order = useOrder(chapters);
  const held = useRef<DraggedItem>(undefined);
  const hint = useId();
  const removePage = useDeletePage();
  const [added, setAdded] = useState<StaffChapter>();
  const [settings, setSettings] = useState<StaffEntry>();
  const [page, setPage] = useState<StaffEntry>();
  const [removed, setRemoved] = useState<StaffChapter>();
  return (
    <>
      <p id={hint} className="max-w-measure text-muted text-sm">
        Drag chapters and pages, or use the arrows. Keyboard: Shift + ↑ or ↓ on a page's title.
      </p>
      <p role="status" className="sr-only">
        {order.announcement}
      </p>
      {order.error && (
        <ErrorState pending={order.isPending} onRetry={order.retry}>
          We couldn't save the order. {order.error.message}
        </ErrorState>
      )}
      <div className="grid grid-cols-1 gap-6">
        {chapters.map((chapter) => (
          <ChapterSection
            key={chapter._id}
            chapter={chapter}
            chapters={chapters}
            order={order}
            held={held}
            hint={hint}
            onRename={onRename}
            onAddPage={setAdded}
            onRemove={setRemoved}
            onSettings={setSettings}
            onDelete={setPage}
          />
        ))}
      </div>
      <AddPageDialog chapter={added} onClose={() => setAdded(undefined)} />
      <SettingsDialog page={settings} onClose={() => setSettings(undefined)} />
      <DeleteDialog
        target={page && { id: page._id, name: page.title }}
        consequence="Members can no longer read it. Its acknowledgements stay. You can't undo this."
        remove={removePage}
        onClose={() => setPage(undefined)}
      />
      <RemoveChapter target={removed} chapters={chapters} onClose={() => setRemoved(undefined)} />
    </>
  );
}

type RemoveChapterProps = {
  target: StaffChapter | undefined;
  chapters: StaffChapter[];
  onClose: () => void;
};

function RemoveChapter({ target, chapters, onClose }: RemoveChapterProps) {
  const last = useLast(target);
  const save = useSaveContents();
  return (
    <LazyConfirmDialog
      open={target !== undefined}
      title={`Delete “${last?.title}”?`}
      body={
        last && last.pages.length > 0
          ? 'Move its pages to another chapter first: only an empty chapter can be deleted.'
          : "The chapter is empty. You can't undo this."
      }
      confirmLabel="Delete"
      danger
      pending={save.isPending}
      error={save.error && `We couldn't delete it. ${save.error.message}`}
      onConfirm={() =>
        target &&
        save.mutate(contentsOf(chapters.filter(({ _id }) => _id !== target._id)), { onSuccess: onClose })
      }
      onClose={() => {
        save.reset();
        onClose();
      }}
    />
  );
}
