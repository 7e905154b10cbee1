import type { Generated } from 'kysely';
import type { StoredKind } from '../../shared/images/images.ts';
import { derived, factThatStays, link, type RulesOf } from './rules.ts';

export interface ImageTables {
  images: ImageRow & { bytes: Generated<number> };
  documents: DocumentRow;
}

export interface ImageRow {
  id: string;
  owner_id: string | null;
  kind: StoredKind;
  /** Pixels of the upload after rotation. */
  width: number;
  height: number;
  created_at: string;
  /** Set until all files are stored, and while they are removed. */
  unfinished_since: string | null;
  unused_since: string | null;
  /** Set while being removed; no new references from then on. */
  purge_started_at: string | null;
}

/** A private file of the image store; its id is that of its row in `images`. */
export interface DocumentRow {
  id: string;
  name: string;
  type: 'application/pdf' | 'image/jpeg';
  /** In hexadecimal digits. */
  sha256: string;
  size: number;
  /** The member whom the document is about. */
  user_id: string | null;
  created_at: string;
}

export const imageRules: RulesOf<ImageTables> = {
  images: {
    holds: 'uploaded pictures, the files of which are in the image store',
    category: 'content',
    person: { owner_id: 'user' },
    stays: 'pictures of articles and testimonials; photos of the profile go',
    columns: {
      id: factThatStays,
      owner_id: { ...link, label: 'pictures that a member uploaded' },
      kind: factThatStays,
      width: factThatStays,
      height: factThatStays,
      created_at: factThatStays,
      unfinished_since: derived,
      unused_since: derived,
      purge_started_at: derived,
      bytes: derived,
    },
  },
  documents: {
    holds: 'private files, which lie in the image store: agreements, letters, certificates',
    category: 'supervision',
    person: { user_id: 'user' },
    stays: 'what the brokerage must keep; the feature that the file belongs to says how long',
    columns: {
      id: factThatStays,
      name: { ...factThatStays, label: 'names of files' },
      type: factThatStays,
      sha256: derived,
      size: derived,
      user_id: link,
      created_at: factThatStays,
    },
  },
};
