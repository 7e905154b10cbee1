import type { Audience } from '../../shared/handbook/acknowledgements.ts';
import { derived, fact, factThatStays, link, open, type RulesOf } from './rules.ts';

export interface HandbookTables {
  handbook_chapters: HandbookChapterRow;
  handbook_pages: HandbookPageRow;
  handbook_editions: HandbookEditionRow;
  /** The words of the present editions. */
  handbook_words: { word: string; page_id: string };
  handbook_asks: HandbookAskRow;
  handbook_acknowledgements: HandbookAcknowledgementRow;
  handbook_files: HandbookFileRow;
  handbook_reminders: { user_id: string; sent_at: string };
}

export interface HandbookChapterRow {
  id: string;
  title: string;
  position: number;
  created_at: string;
}

/** A PDF on a page, stored as a document of the same id. */
export interface HandbookFileRow {
  id: string;
  page_id: string;
  added_by: string | null;
  created_at: string;
}

/** A handbook page is an article that stays a draft. This row has the same id and adds the handbook's fields. */
export interface HandbookPageRow {
  id: string;
  chapter_id: string;
  position: number;
  /** Whether visitors may read it, too. */
  public: boolean;
  /** Null until members are shown it for the first time. */
  published_at: string | null;
  /** It stays for those who acknowledged it. */
  deleted_at: string | null;
  /** The edition that members see; 0 until the first. */
  edition: number;
  audience: Audience;
  due_days: number;
  /** An acknowledgement of it, or of a later one, counts. */
  asked_edition: number;
  /** With the audience 'new', the page is for members who joined since then. */
  new_since: string | null;
  /** Describes the changes since the edition that members last had to acknowledge. */
  note: string;
}

export interface HandbookEditionRow {
  page_id: string;
  edition: number;
  title: string;
  text: string;
  note: string;
  saved_by: string | null;
  saved_at: string;
  /** A JSON list of name and SHA-256 of each; null for an edition from before they were noted. */
  files: string | null;
}

/** Asks a member to acknowledge a page, and records whether they have done so. */
export interface HandbookAskRow {
  user_id: string;
  page_id: string;
  /** YYYY-MM-DD, in Los Angeles. */
  due_on: string;
  asked_at: string;
  done_edition: number | null;
  done_at: string | null;
}

/** Never changed, but for who they were when the account goes. */
export interface HandbookAcknowledgementRow {
  id: string;
  page_id: string;
  user_id: string | null;
  /** The id of the account, once it is deleted. */
  user_was: string | null;
  user_name: string;
  edition: number;
  /** Such as 'Chrome on Windows'. */
  device: string;
  created_at: string;
  left_at: string | null;
}

export const handbookRules: RulesOf<HandbookTables> = {
  handbook_chapters: {
    holds: 'chapters of the handbook',
    person: {},
    columns: { id: open, title: open, position: open, created_at: open },
  },
  handbook_pages: {
    holds: 'what a page of the handbook has beside its article: its place and who is asked to acknowledge it',
    person: {},
    columns: {
      id: open,
      chapter_id: open,
      position: open,
      public: open,
      published_at: open,
      deleted_at: open,
      edition: open,
      audience: open,
      due_days: open,
      asked_edition: open,
      new_since: open,
      note: open,
    },
  },
  handbook_editions: {
    holds: 'every text of the handbook that members were shown',
    category: 'content',
    person: { saved_by: 'user' },
    stays: 'what the brokerage has published',
    columns: {
      page_id: open,
      edition: open,
      title: open,
      text: open,
      note: open,
      saved_by: link,
      saved_at: open,
      files: open,
    },
  },
  handbook_files: {
    holds: 'PDFs on pages of the handbook',
    category: 'content',
    person: { added_by: 'user' },
    stays: 'what the brokerage has published',
    columns: { id: open, page_id: open, added_by: link, created_at: open },
  },
  handbook_words: {
    holds: 'the words of the handbook, for its search',
    person: {},
    columns: { word: derived, page_id: derived },
  },
  handbook_asks: {
    holds: 'which pages of the handbook a member is asked to acknowledge',
    category: 'account',
    person: { user_id: 'user' },
    columns: {
      user_id: fact,
      page_id: fact,
      due_on: fact,
      asked_at: fact,
      done_edition: fact,
      done_at: fact,
    },
  },
  handbook_acknowledgements: {
    holds: 'who acknowledged which version of a page of the handbook, when, and on which device',
    category: 'supervision',
    person: { user_id: 'user' },
    stays:
      'the acknowledgement with the name, for three years after leaving: a broker must be able to show it',
    columns: {
      id: factThatStays,
      page_id: factThatStays,
      user_id: link,
      user_was: factThatStays,
      user_name: { ...factThatStays, label: 'name beside what was acknowledged' },
      edition: factThatStays,
      device: { ...factThatStays, label: 'kind of device of an acknowledgement' },
      created_at: { ...factThatStays, label: 'pages of the handbook that were acknowledged, and when' },
      left_at: derived,
    },
  },
  handbook_reminders: {
    holds: 'when a member was last reminded of pages to acknowledge',
    category: 'account',
    person: { user_id: 'user' },
    columns: { user_id: fact, sent_at: fact },
  },
};
