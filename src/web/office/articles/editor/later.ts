import { lazy } from 'react';
import { whenTouched } from '../../when-idle.ts';

const loadFindBar = async () => (await import('./FindBar.tsx')).FindBar;
const loadLinkDialog = async () => (await import('./LinkDialog.tsx')).LinkDialog;
const loadPictureWordsDialog = async () => (await import('./PictureWordsDialog.tsx')).PictureWordsDialog;
const loadShortcutsDialog = async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog;

export const FindBar = lazy(async () => ({ default: await loadFindBar() }));
export const LinkDialog = lazy(async () => ({ default: await loadLinkDialog() }));
export const PictureWordsDialog = lazy(async () => ({ default: await loadPictureWordsDialog() }));
export const ShortcutsDialog = lazy(async () => ({ default: await loadShortcutsDialog() }));

export const loadTables = () => import('./tables.ts');

/** Loads what the first moment does not need, so that it also opens offline. */
export function loadTheRestWhenTouched(): void {
  whenTouched(
    () =>
      void Promise.allSettled([
        ...[loadFindBar(), loadLinkDialog(), loadPictureWordsDialog(), loadShortcutsDialog()],
        ...[import('../MarkdownText.tsx'), import('../article-rules.ts')],
        ...[import('../PublishDialog.tsx'), import('../ArticlePreviewDialog.tsx')],
      ]),
  );
}
