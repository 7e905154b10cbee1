/** At most `limit` hits in `seconds`, counted from the first hit. */
export interface Limit {
  limit: number;
  seconds: number;
  countedAs?: string;
}

/** In seconds, unlike those of time.ts. */
export const minute = 60;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Rate limits that a call of the contract names: they count for the signed-in member. */
export const memberLimits = {
  post: { limit: 10, seconds: minute },
  postEdit: { limit: 60, seconds: 5 * minute },
  comment: { limit: 20, seconds: minute },
  like: { limit: 60, seconds: minute },
  report: { limit: 20, seconds: hour },
  moderation: { limit: 60, seconds: minute },
  article: { limit: 60, seconds: 10 * minute },
  /** The office saves 2 s after typing stops. */
  workingCopy: { limit: 300, seconds: 10 * minute },
  testimonial: { limit: 60, seconds: 10 * minute },
  review: { limit: 60, seconds: 10 * minute },
  testimonialOrder: { limit: 60, seconds: 5 * minute },
  upload: { limit: 30, seconds: 30 * minute },
  site: { limit: 100, seconds: 10 * minute },
  /** Made again after each pause in typing figures. */
  feePreview: { limit: 300, seconds: 10 * minute },
  profile: { limit: 60, seconds: 10 * minute },
  lead: { limit: 100, seconds: 5 * minute },
  leadExport: { limit: 20, seconds: hour },
  export: { limit: 5, seconds: day },
  exportFile: { limit: 30, seconds: hour },
  invitation: { limit: 100, seconds: hour },
  /** Each up to 5,000 invitations. */
  bulkInvitation: { limit: 10, seconds: hour },
  bulkPreview: { limit: 100, seconds: hour },
  handbook: { limit: 100, seconds: 5 * minute },
  agreement: { limit: 60, seconds: 10 * minute },
  /** Each may be drawn, which takes some 200 ms of a thread. */
  agreementPdf: { limit: 60, seconds: 10 * minute },
  joining: { limit: 100, seconds: 10 * minute },
  onboarding: { limit: 100, seconds: 5 * minute },
  compliance: { limit: 200, seconds: 10 * minute },
  education: { limit: 60, seconds: 10 * minute },
  userExport: { limit: 20, seconds: hour },
  user: { limit: 60, seconds: 10 * minute },
  mailRetry: { limit: 60, seconds: 10 * minute },
  mailText: { limit: 60, seconds: 10 * minute },
  mailTest: { limit: 10, seconds: hour },
  apiToken: { limit: 30, seconds: hour },
  webhook: { limit: 60, seconds: 10 * minute },
  privacyRequest: { limit: 10, seconds: day },
  privacy: { limit: 60, seconds: 10 * minute },
  changePassword: { limit: 5, seconds: 15 * minute },
  confirm: { limit: 20, seconds: 15 * minute },
  factor: { limit: 60, seconds: hour },
  /** Saved while it is typed. */
  closing: { limit: 120, seconds: 10 * minute },
  closingOffice: { limit: 300, seconds: 10 * minute },
} as const satisfies Record<string, Limit>;

export type MemberLimit = keyof typeof memberLimits;
