import type { ApplicationState } from '../../../shared/joining/applications.ts';
import type { ApplicationEventKind, Duplicate } from '../../../shared/joining/joining-fields.ts';

export const agreementPath = '/dashboard/admin/agreement';
export const applicationsPath = '/dashboard/applications';

export const applicationLabels: Record<ApplicationState, string> = {
  invited: 'Invited',
  started: 'Started',
  signed: 'New',
  question: 'Question asked',
  approved: 'Approved',
  joined: 'Joined',
  declined: 'Declined',
  withdrawn: 'Withdrawn by the applicant',
  closed: 'Link withdrawn',
};

export const applicationEventLabels: Record<ApplicationEventKind, string> = {
  invited: 'Link emailed',
  resent: 'Link emailed again',
  opened: 'Application started',
  reviewed: 'Agreement read',
  'code-sent': 'Code emailed',
  signed: 'Signed',
  question: 'Question asked',
  answered: 'Question answered',
  'license-checked': 'License checked',
  'license-left-out': 'License check left out',
  'license-changed': 'License changed after the check',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn by the applicant',
  closed: 'Link withdrawn',
  terms: 'Individual terms',
  reminded: 'Reminder emailed',
  countersigned: 'Countersigned',
};

export const duplicateLabels: Record<Duplicate['by'], string> = {
  email: 'same email',
  license: 'same license number',
  name: 'same name',
};
