/** The office checks these off before a member works and is paid. */
export const memberCheckKinds = {
  'may-work': 'The public record shows them under our broker',
  w9: 'W-9 received',
  payout: 'Payout details received',
  'annual-fee': 'Annual fee received',
} as const;
export type MemberCheckKind = keyof typeof memberCheckKinds;

const isKind = (key: string): key is MemberCheckKind => Object.hasOwn(memberCheckKinds, key);
export const checkKinds = Object.keys(memberCheckKinds).filter(isKind);

export interface MemberCheck {
  /** YYYY-MM-DD, in Los Angeles. */
  day: string;
  note: string;
  /** The name of who ticked it. */
  by: string;
}

/** A tick whose license or payee is another one now, or whose license has expired. */
export interface CheckAgain {
  kind: MemberCheckKind;
  day: string;
  by: string;
  was: string;
  is: string;
}
