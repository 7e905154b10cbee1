import type { Page } from '@playwright/test';

/** Does to a page what Chrome's translator does, and goes on with what comes later: each text gives way to `<font><font>…`. */
export const translate = (page: Page): Promise<void> =>
  page.evaluate(() => {
    if (document.documentElement.dataset.translated) return;
    document.documentElement.dataset.translated = 'yes';
    const left = 'script, style, textarea, font, [translate="no"]';
    const replace = (text: Text) => {
      if (text.data.trim() === '' || text.parentElement?.closest(left)) return;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    };
    const replaceIn = (node: Node) => {
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      const texts = node instanceof Text ? [node] : [];
      while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
      texts.forEach(replace);
    };
    replaceIn(document.body);
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records)
        for (const node of [target, ...addedNodes]) replaceIn(node);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
