import { derivedOfPerson, type RulesOf } from './rules.ts';

export interface SearchTables {
  member_names: MemberNameRow;
  search_words: SearchWordRow;
}

export interface PostgresSearchTables {
  post_words: { post_id: string; created_at: string; words: string };
  member_search: { user_id: string; words: string; trigrams: string };
}

/** On SQLite the full-text indexes refer to numbers, and return no words. */
export interface SqliteSearchTables {
  post_words: { number: number; post_id: string };
  post_search: { words: string | null };
  member_numbers: { number: number; user_id: string };
  member_search: { words: string | null };
}

/** Written by the database with each change of a name. */
export interface MemberNameRow {
  user_id: string;
  /** The name in lower case, or the rest of it from a later word on. */
  text: string;
  /** 0 for the whole name, else 1. */
  later: number;
}

/** Written by the database with each change of what it is a word of (migrations/1000_schema/search-words.ts). */
export interface SearchWordRow {
  object_id: string;
  /** The source of the word, such as 'lead' or 'user-email'; with -rest an inner part of a word. */
  field: string;
  word: string;
}

export const searchRules: RulesOf<SearchTables & PostgresSearchTables & SqliteSearchTables> = {
  member_names: {
    holds: 'beginnings of names, to find whom to mention',
    archived: 'never',
    person: {},
    columns: { user_id: derivedOfPerson, text: derivedOfPerson, later: derivedOfPerson },
  },
  member_numbers: {
    holds: 'numbers of profiles, for the search of the directory',
    archived: 'never',
    person: {},
    columns: { number: derivedOfPerson, user_id: derivedOfPerson },
  },
  member_search: {
    holds: 'parts of names and profiles, for the search of the directory',
    archived: 'never',
    person: {},
    columns: { user_id: derivedOfPerson, trigrams: derivedOfPerson, words: derivedOfPerson },
  },
  search_words: {
    holds: 'parts of names, titles, email addresses and phone numbers, for the search of everything',
    archived: 'never',
    person: {},
    columns: { object_id: derivedOfPerson, field: derivedOfPerson, word: derivedOfPerson },
  },
  post_words: {
    holds: 'words of posts, for the search',
    archived: 'never',
    person: {},
    columns: {
      post_id: derivedOfPerson,
      created_at: derivedOfPerson,
      words: derivedOfPerson,
      number: derivedOfPerson,
    },
  },
  post_search: {
    holds: 'the full-text index of posts',
    archived: 'never',
    person: {},
    columns: { words: derivedOfPerson },
  },
};
