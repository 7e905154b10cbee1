import type { CategoryName } from './categories.ts';

/** docs/security.md S5.1 */
export type DataClass = 'public' | 'personal' | 'secret' | 'derived';

/**
 * How erasing a person treats a column. 'deleted': the row goes. 'unlinked': the row stays and no longer refers to the
 * person. 'blanked': the row stays without the value. 'stays': no change, as the value is about no one, or no longer
 * is.
 */
export type Erasure = 'deleted' | 'unlinked' | 'blanked' | 'stays';

export interface ColumnRule {
  class: DataClass;
  /** In words of the privacy policy; absent for ids, dates and the like. */
  label?: string;
  /** In the export of the person that it is about. */
  exported: boolean;
  erased: Erasure;
}

/** The way in which a column refers to a person. 'object' is the id of any of the others. */
export type PersonKey = 'user' | 'address' | 'lead' | 'object';

export interface TableRule<Columns extends PropertyKey = string> {
  holds: string;
  /** Absent where nothing is personal. */
  category?: CategoryName;
  /** How the rows about a person are found. */
  person: { [Column in Columns]?: PersonKey };
  /** Columns that are other people's in rows found by this one, or 'all': such rows are not exported. */
  othersBy?: { [Column in Columns]?: readonly Columns[] | 'all' };
  /**
   * Columns, or all of the row, that were written about several people where the column `shared` is true. No export has
   * them (docs/security.md S15.2).
   */
  heldBack?: readonly Columns[] | 'all';
  /**
   * 'never': made from other tables or by migrations, counted again or gone in days: neither archived nor moved.
   * 'encrypted': archived only when encrypted (docs/security.md S12.2). Absent: always archived.
   */
  archived?: 'never' | 'encrypted';
  /** Why something stays after an erasure. */
  stays?: string;
  columns: Record<Columns, ColumnRule>;
}

export type RulesOf<Tables> = { readonly [Table in keyof Tables]: TableRule<keyof Tables[Table]> };

export const derived: ColumnRule = { class: 'derived', exported: false, erased: 'stays' };
/** A derived value in a row that goes with the person. */
export const derivedOfPerson: ColumnRule = { ...derived, erased: 'deleted' };
export const secret: ColumnRule = { class: 'secret', exported: false, erased: 'deleted' };
export const open: ColumnRule = { class: 'public', exported: false, erased: 'stays' };
/** The id, dates and states of a row that goes with the person. */
export const fact: ColumnRule = { class: 'personal', exported: true, erased: 'deleted' };
/** A fact in a row that stays. */
export const factThatStays: ColumnRule = { ...fact, erased: 'stays' };
/** Refers to the person from a row that stays. */
export const link: ColumnRule = { class: 'personal', exported: false, erased: 'unlinked' };
/** Other people's data in a row about the person. */
export const ofOthers: ColumnRule = { class: 'personal', exported: false, erased: 'deleted' };
export const personal = (label: string): ColumnRule => ({ ...fact, label });
export const blanked = (label: string): ColumnRule => ({ ...fact, label, erased: 'blanked' });
