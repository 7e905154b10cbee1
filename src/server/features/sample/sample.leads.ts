import type { LeadStatus } from '../../../shared/leads/lead-statuses.ts';

export interface SampleLead {
  name: string;
  /** Days since they wrote. */
  daysAgo: number;
  status: LeadStatus;
  /** Hours from the inquiry to the first call; absent where no one called yet. */
  answeredAfter?: number;
  /** The next step, and in how many days it is due; negative is overdue. */
  step?: { text: string; inDays: number };
  /** Set for a lead of the admin; the others belong to no one. */
  owned?: boolean;
  /** utm_source, or the site that linked here. */
  source?: { campaign: string } | { site: string };
  /** The query of the calculator. */
  calculation?: string;
  referred?: boolean;
  reason?: string;
}

const newsletter = { campaign: 'newsletter' };
const google = { site: 'https://www.google.com' };
const instagram = { campaign: 'instagram' };

/** 24 people over all stages and 13 weeks; every name ends in (sample). */
export const sampleLeads: SampleLead[] = [
  { name: 'Maya Lindqvist', daysAgo: 0, status: 'new', source: google, calculation: 'price=1200000' },
  {
    name: 'Owen Barros',
    daysAgo: 1,
    status: 'new',
    source: instagram,
    calculation: 'price=640000&transactions=8',
  },
  { name: 'Priya Raman', daysAgo: 2, status: 'new', source: newsletter },
  {
    name: 'Theo Nakagawa',
    daysAgo: 4,
    status: 'new',
    referred: true,
    owned: true,
    step: { text: 'Call about E&O', inDays: 0 },
  },
  {
    name: 'Carla Dominguez',
    daysAgo: 5,
    status: 'contacted',
    answeredAfter: 2,
    owned: true,
    source: google,
    calculation: 'price=975000&rate=2',
    step: { text: 'Send the fee schedule', inDays: -2 },
  },
  {
    name: 'Sam Whitfield',
    daysAgo: 8,
    status: 'contacted',
    answeredAfter: 20,
    owned: true,
    source: newsletter,
    step: { text: 'Second call', inDays: 0 },
  },
  { name: 'Lena Hartmann', daysAgo: 11, status: 'contacted', answeredAfter: 4, source: instagram },
  {
    name: 'Jorge Salas',
    daysAgo: 16,
    status: 'contacted',
    answeredAfter: 30,
    owned: true,
    step: { text: 'Ask about his listings', inDays: -5 },
  },
  {
    name: 'Denise Okafor',
    daysAgo: 13,
    status: 'appointment',
    answeredAfter: 1,
    owned: true,
    source: google,
    calculation: 'price=1500000&transactions=6',
    step: { text: 'Coffee in Pasadena', inDays: 1 },
  },
  {
    name: 'Paul Brandt',
    daysAgo: 20,
    status: 'appointment',
    answeredAfter: 6,
    owned: true,
    step: { text: 'Video call', inDays: 3 },
  },
  { name: 'Aiko Tanabe', daysAgo: 27, status: 'appointment', answeredAfter: 9, source: newsletter },
  {
    name: 'Marcus Bell',
    daysAgo: 24,
    status: 'agreement-sent',
    answeredAfter: 3,
    owned: true,
    source: google,
    calculation: 'price=780000&transactions=14',
    step: { text: 'Look at his application', inDays: -1 },
  },
  {
    name: 'Nadia Petrov',
    daysAgo: 33,
    status: 'agreement-sent',
    answeredAfter: 5,
    owned: true,
    referred: true,
    step: { text: 'Call if she has not answered', inDays: 2 },
  },
  {
    name: 'Greg Sandoval',
    daysAgo: 38,
    status: 'joining',
    answeredAfter: 2,
    owned: true,
    source: instagram,
    step: { text: 'License transfer', inDays: 4 },
  },
  { name: 'Hannah Cole', daysAgo: 44, status: 'joining', answeredAfter: 7, owned: true, source: google },
  { name: 'Victor Chen', daysAgo: 52, status: 'joined', answeredAfter: 1, owned: true, source: newsletter },
  { name: 'Rosa Medina', daysAgo: 58, status: 'joined', answeredAfter: 4, owned: true, referred: true },
  {
    name: 'Ian Forsyth',
    daysAgo: 66,
    status: 'joined',
    answeredAfter: 12,
    owned: true,
    source: google,
    calculation: 'price=1100000',
  },
  {
    name: 'Beth Aronson',
    daysAgo: 30,
    status: 'nurture',
    answeredAfter: 8,
    owned: true,
    source: google,
    step: { text: 'Her agreement ends then', inDays: 40 },
  },
  {
    name: 'Luis Ferreira',
    daysAgo: 61,
    status: 'nurture',
    answeredAfter: 26,
    owned: true,
    step: { text: 'Ask after the holidays', inDays: 55 },
  },
  {
    name: 'Tara Quinn',
    daysAgo: 48,
    status: 'closed',
    answeredAfter: 3,
    source: instagram,
    reason: 'Stays with her team',
  },
  {
    name: 'Eli Rosen',
    daysAgo: 71,
    status: 'closed',
    answeredAfter: 15,
    source: google,
    reason: 'Moved out of state',
  },
  {
    name: 'Wendy Cho',
    daysAgo: 79,
    status: 'closed',
    answeredAfter: 2,
    source: newsletter,
    reason: 'Wanted leads provided',
  },
  { name: 'Nate Gallagher', daysAgo: 87, status: 'joined', answeredAfter: 6, owned: true, source: google },
];
