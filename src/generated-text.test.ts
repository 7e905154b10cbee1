import { describe, expect, it } from 'vitest';
import { generatedMarkdown, seeded } from '../test/generated-markdown.ts';
import { expectOthersAsBefore } from './edited-text.ts';
import { openText, saveText } from './web/office/articles/editor/source-blocks.ts';

describe('5,000 generated texts', () => {
  const random = seeded(14);

  // A thousand at a time: the limit of a test only ends what hangs.
  it.each([1, 2, 3, 4, 5])('change only in the block that is edited, thousand %i', () => {
    for (let count = 0; count < 1000; count++) {
      const text = generatedMarkdown(random);
      const opened = openText(text);
      expect(saveText(opened, opened.doc)).toEqual({ text, isExact: true });
      const { length } = opened.blocks;
      if (length > 0) expectOthersAsBefore(text, Math.floor(random() * length));
    }
  });
});
