import { useState } from 'react';
import { maxCounts } from '../../../shared/limits.ts';
import { type Mention, mentionsIn } from '../../../shared/text-parts.ts';
import { deleteDraft, readDraft, writeDraft } from '../form/draft.ts';
import { useUser } from '../session/guards.tsx';

/** A text as it is written, and whom it mentions. */
export interface DraftText {
  text: string;
  mentions: readonly Mention[];
}

const nothing: DraftText = { text: '', mentions: [] };

/** A text that is kept in this browser while it is typed, until it is sent or discarded; `name` tells it from others. */
export function useTextDraft(name: string, start = nothing) {
  const key = `${useUser()._id}:${name}`;
  const [writing, setWriting] = useState(() => readDraftText(key) ?? start);
  return {
    writing,
    /** With a member who was chosen just now, if any. */
    change: (text: string, chosen?: Mention) => {
      const next = { text, mentions: chosen ? withMention(writing.mentions, chosen) : writing.mentions };
      setWriting(next);
      if (text === start.text) deleteDraft(key);
      else writeDraft(key, { values: toValues(next), base: toValues(start) });
    },
    discard: () => {
      setWriting(start);
      deleteDraft(key);
    },
  };
}

/** What the server is sent. */
export type SentText = ReturnType<typeof toBody>;

/** Out: the text and the ids of those whose names are still in the text. */
export const toBody = ({ text, mentions }: DraftText) => ({
  text,
  mentions: mentionsIn(text, mentions)
    .map(({ user }) => user)
    .slice(0, maxCounts.mentions),
});

const withMention = (mentions: readonly Mention[], chosen: Mention) => [
  // Of two members with one name the one who was chosen last is meant.
  ...mentions.filter(({ name }) => name !== chosen.name),
  chosen,
];

const toValues = ({ text, mentions }: DraftText) => ({ text, mentions: JSON.stringify(mentions) });

function readDraftText(key: string): DraftText | undefined {
  const { text, mentions = '[]' } = readDraft(key)?.values ?? {};
  // An older version of this product has kept none.
  return text === undefined ? undefined : { text, mentions: JSON.parse(mentions) };
}
