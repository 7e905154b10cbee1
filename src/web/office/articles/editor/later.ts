import { lazy } from 'react';
import { whenTouched } from '../../page/when-idle.ts';
import { loadUpload } from './usePictures.ts';

const loadFindBar = async () => (await import('./FindBar.tsx')).FindBar;
const loadTextDialogs = async () => (await import('./TextDialogs.tsx')).TextDialogs;

export const FindBar = lazy(async () => ({ default: await loadFindBar() }));
export const TextDialogs = lazy(async () => ({ default: await loadTextDialogs() }));

/** The bars with buttons and the menu: before a touch there is nothing to do with them, unless a bar is pinned. */
export async function loadTools(): Promise<Tools> {
  const [bars, menu] = await Promise.all([import('./EditorToolbar.tsx'), import('./SlashMenu.tsx')]);
  loaded = { ...bars, ...menu };
  return loaded;
}
export type Tools = typeof import('./EditorToolbar.tsx') & typeof import('./SlashMenu.tsx');

let loaded: Tools | undefined;
/** The tools, if an editor has loaded them before: the menu of the next editor then opens with the first key. */
export const loadedTools = (): Tools | undefined => loaded;

export const loadTables = () => import('./tables.ts');

/** Loads what the first moment does not need, so that it also opens offline. */
export function loadTheRestWhenTouched(): void {
  whenTouched(
    () =>
      void Promise.allSettled([
        loadFindBar(),
        loadTextDialogs(),
        import('../MarkdownText.tsx'),
        import('../article-rules.ts'),
        loadUpload(),
        import('../CoverField.tsx'),
        import('../PublishDialog.tsx'),
        import('../ArticlePreviewDialog.tsx'),
      ]),
  );
}
