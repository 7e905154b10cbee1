import { useState } from 'react';
import { maxCounts } from '../../../shared/field-limits.ts';
import { type Mention, mentionsIn } from '../../../shared/text-parts.ts';
import { deleteDraft, readDraft, writeDraft } from '../session/drafts.ts';
import { useUser } from '../session/guards.tsx';

export interface DraftText {
  text: string;
  mentions: readonly Mention[];
}

const nothing: DraftText = { text: '', mentions: [] };

/** A text stored as a draft under `name` until it is sent or discarded. */
export function useTextDraft(name: string, start = nothing) {
  const key = `${useUser()._id}:${name}`;
  const [writing, setWriting] = useState(() => readDraftText(key) ?? start);
  return {
    writing,
    /** `chosen` is the member picked with this change. */
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

export type SentText = ReturnType<typeof toBody>;

/** The text, and the ids of the members whose names are still in it. */
export const toBody = ({ text, mentions }: DraftText) => ({
  text,
  mentions: mentionsIn(text, mentions)
    .map(({ user }) => user)
    .slice(0, maxCounts.mentions),
});

const withMention = (mentions: readonly Mention[], chosen: Mention) => [
  // If two members share a name, the one chosen last counts.
  ...mentions.filter(({ name }) => name !== chosen.name),
  chosen,
];

const toValues = ({ text, mentions }: DraftText) => ({ text, mentions: JSON.stringify(mentions) });

function readDraftText(key: string): DraftText | undefined {
  const { text, mentions = '[]' } = readDraft(key)?.values ?? {};
  // Drafts of older versions have no mentions.
  return text === undefined ? undefined : { text, mentions: JSON.parse(mentions) };
}
