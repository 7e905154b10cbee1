import { formatAge } from '../../../shared/dates.ts';
import { type LeadStatus, stageOf } from '../../../shared/leads/lead-statuses.ts';
import type { Lead } from '../../../shared/leads/leads.contract.ts';

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export const statusLabel = (status: LeadStatus): string => stageOf(status).label;

export const mailLabel = ({ mail }: Pick<Lead, 'mail'>): string =>
  mail === null ? 'Not emailed' : capitalized(mail);

export const nameOf = ({ firstName, lastName }: Pick<Lead, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;

/** 'No reply for 3 hours'. */
export function waitingLabel(since: string): string {
  const age = formatAge(since, Date.now());
  return age ? `No reply for ${age}` : 'No reply yet';
}

/** '3 hours'. */
export const ageLabel = (since: string): string => formatAge(since, Date.now()) || 'Just now';
