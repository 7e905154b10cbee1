import { lazy } from 'react';
import { whenTouched } from '../../page/when-idle.ts';
import { loadUpload } from './usePictures.ts';

const loadFindBar = async () => (await import('./FindBar.tsx')).FindBar;
const loadTextDialogs = async () => (await import('./TextDialogs.tsx')).TextDialogs;

export const FindBar = lazy(async () => ({ default: await loadFindBar() }));
export const TextDialogs = lazy(async () => ({ default: await loadTextDialogs() }));

const importTools = () =>
  Promise.all([import('./EditorToolbar.tsx'), import('./SlashMenu.tsx'), import('./tables.ts')]).catch(
    () => [],
  );
// Before the text can be touched: Chromium never asks again for a module whose first request failed offline.
void importTools();

/** Loads the bars with buttons, the menu and the plugins that only a touched text shows. Undefined without a connection. */
export async function loadTools(): Promise<Tools | undefined> {
  const [bars, menu, tables] = await importTools();
  if (bars && menu && tables) loaded = { ...bars, ...menu, ...tables };
  return loaded;
}
export type Tools = typeof import('./EditorToolbar.tsx') &
  typeof import('./SlashMenu.tsx') &
  typeof import('./tables.ts');

let loaded: Tools | undefined;
/** The tools, if an editor has loaded them before: the menu of the next editor then opens with the first key. */
export const loadedTools = (): Tools | undefined => loaded;

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
