import type { PolicyVersion } from '../../shared/privacy/policy-versions.ts';

export interface Category {
  title: string;
  why: string;
  kept: string;
  /** The first version of the policy that lists it; absent for what the first list has. */
  since?: PolicyVersion;
}

/** The rows of the privacy policy's table; what each holds comes from the labels below. */
export const categories = {
  contact: {
    title: 'Inquiries',
    why: 'To answer you about joining the brokerage; you asked us to, before a possible contract.',
    kept: '22 months after it was sent',
  },
  account: {
    title: 'Accounts of agents and staff',
    why: 'To provide the account.',
    kept: 'until it is deleted, at most 22 months after the last sign-in',
  },
  sessions: {
    title: 'Sign-ins and devices',
    why: 'To protect the account: members see and end their sessions.',
    kept: 'a session 7 days at most, a known device 180 days after its last sign-in',
  },
  profile: {
    title: 'Profiles',
    why: 'To show members to each other, as far as they choose to.',
    kept: 'as long as the account',
  },
  posts: {
    title: 'Posts, comments and likes',
    why: 'To let members talk to each other.',
    kept: 'as long as the account; comments on posts of others stay without the name',
  },
  content: {
    title: 'Articles, testimonials and their pictures',
    why: 'To run the public site.',
    kept: 'as long as the article or testimonial; the link to its editor, and what is not published, as long as the account',
  },
  moderation: {
    title: 'Reports',
    why: 'To look into complaints about posts and comments.',
    kept: '22 months',
  },
  mails: {
    title: 'Emails to you',
    why: 'To deliver them, and to see whether they arrived.',
    kept: '90 days; emails about an inquiry as long as the lead',
  },
  security: {
    title: 'Security log',
    why: 'To find out who got in, or tried to.',
    kept: '12 months',
  },
  audit: {
    title: 'Record of changes',
    why: 'To see who changed what, if something goes wrong or is misused.',
    kept: '22 months',
  },
  requests: {
    title: 'Privacy requests',
    why: 'To answer them, and to prove that we did; the law asks for it.',
    kept: '24 months, the names 22 months',
  },
  joining: {
    title: 'Applications to join',
    why: 'To decide with you about joining, and to prepare the agreement that you ask for.',
    kept: 'as long as the contact request',
    since: '2026-11-25',
  },
  agreements: {
    title: 'Agreements',
    why: 'To keep to what we agreed on, and to be able to show it: the law asks brokers to.',
    kept: 'at least three years after the agreement ended',
    since: '2026-11-25',
  },
  supervision: {
    title: 'What members acknowledged, and what the office checked of them',
    why: 'To supervise, and to be able to show it: the law asks brokers to.',
    kept: 'as long as the account, and three years after it has been deleted',
    since: '2026-11-25',
  },
  closings: {
    title: 'Closings of agents',
    why: 'To pay what is agreed, and to keep the records of a broker: the law asks for it.',
    kept: 'three years from the closing, or from the report if it never closed, up to ten if the brokerage keeps its records longer',
    since: '2026-11-25',
  },
  visits: {
    title: 'Every visit',
    why: 'To keep the site from being flooded: requests are counted for a short time.',
    kept: 'a day at most',
  },
} as const satisfies Record<string, Category>;

export type CategoryName = keyof typeof categories;
