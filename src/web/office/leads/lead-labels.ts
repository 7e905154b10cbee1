import { type LeadStatus, leadStatuses } from '../../../shared/lead-statuses.ts';
import type { Lead } from '../../../shared/leads.contract.ts';

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export const statusLabel = (status: LeadStatus): string => capitalised(status);

export const isLeadStatus = (text: string | null): text is LeadStatus =>
  leadStatuses.some((each) => each === text);

export const mailLabel = ({ mail }: Pick<Lead, 'mail'>): string =>
  mail === null ? 'Not mailed' : capitalised(mail);

export const nameOf = ({ firstName, lastName }: Pick<Lead, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;
