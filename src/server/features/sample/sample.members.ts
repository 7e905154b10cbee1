import type { z } from 'zod';
import type { profilesContract } from '../../../shared/profiles/profiles.contract.ts';

type BodyOf<K extends 'POST /api/profile' | 'PUT /api/profile/experience' | 'PUT /api/profile/education'> =
  z.input<(typeof profilesContract)[K]['body']>;

export type SampleMemberKey = 'derek' | 'lupe' | 'grace' | 'kevin' | 'yasmin' | 'renee';

export interface SampleMember extends SampleProfile {
  key: SampleMemberKey;
  name: string;
  daysAgo: number;
}

export interface SampleProfile {
  profile: BodyOf<'POST /api/profile'>;
  experience: (Omit<BodyOf<'PUT /api/profile/experience'>, 'company'> & { company?: string })[];
  education: BodyOf<'PUT /api/profile/education'>[];
}

/** The first admin's, whose name and age are their own. */
export const sampleAdmin: SampleProfile = {
  profile: {
    status: 'Broker Associate',
    location: 'Los Angeles, CA',
    skills: ['Contracts', 'Escrow', 'Training'],
    bio: 'I run the office and close a few sales of my own. Ask me before you promise anything. (sample)',
    serviceAreas: ['Los Angeles'],
    languages: ['English'],
  },
  experience: [],
  education: [],
};

export const sampleMembers: SampleMember[] = [
  {
    key: 'derek',
    name: 'Derek Nakamura',
    daysAgo: 298,
    profile: {
      status: 'Broker Associate',
      location: 'Torrance, CA',
      skills: ['Listings', 'Probate', 'Trust sales', 'Negotiation'],
      bio: 'Residential sales in the South Bay since 2009, most of them for families settling an estate. I keep a checklist for every kind of sale and am glad to share it.',
      phone: '(310) 555-0117',
      serviceAreas: ['Torrance', 'Gardena', 'Redondo Beach'],
      languages: ['English', 'Japanese'],
      visible: { phone: true },
    },
    experience: [
      {
        title: 'Sales agent',
        company: 'A brokerage in Gardena',
        location: 'Gardena, CA',
        from: '2009-04-01',
        to: '2021-12-31',
        description: 'Starter homes and condominiums, on a 70/30 split.',
      },
      {
        title: 'Broker associate',
        location: 'Torrance, CA',
        from: '2022-01-10',
        current: true,
        description: 'Probate and trust sales, about fifteen sides a year.',
      },
    ],
    education: [
      {
        school: 'California State University, Dominguez Hills',
        degree: 'BA',
        fieldofstudy: 'Business administration',
        from: '2003-09-01',
        to: '2007-06-01',
      },
    ],
  },
  {
    key: 'lupe',
    name: 'Lupe Hernandez',
    daysAgo: 241,
    profile: {
      status: 'Real Estate Agent',
      location: 'Pomona, CA',
      skills: ['First-time buyers', 'FHA and VA loans', 'Listings'],
      bio: 'I work on both sides of the county line, in Spanish and English. Half of my clients are buying their first home.',
      phone: '(909) 555-0164',
      serviceAreas: ['Pomona', 'Claremont', 'Ontario', 'Chino'],
      languages: ['English', 'Spanish'],
      visible: { phone: true, email: true },
    },
    experience: [
      {
        title: 'Loan processor',
        company: 'A credit union in Ontario',
        location: 'Ontario, CA',
        from: '2011-02-01',
        to: '2017-08-31',
      },
      { title: 'Sales agent', location: 'Pomona, CA', from: '2017-09-15', current: true },
    ],
    education: [
      {
        school: 'Mt. San Antonio College',
        degree: 'Certificate',
        fieldofstudy: 'Real estate sales',
        from: '2016-08-01',
        to: '2017-05-31',
      },
    ],
  },
  {
    key: 'grace',
    name: 'Grace Pham',
    daysAgo: 187,
    profile: {
      status: 'Real Estate Agent',
      location: 'Davis, CA',
      skills: ['Leases', 'Property management', 'First-time buyers'],
      bio: 'Leases near the university, and the first purchases that some of them turn into.',
      serviceAreas: ['Davis', 'Woodland', 'West Sacramento'],
      languages: ['English', 'Vietnamese'],
      visible: { email: true },
    },
    experience: [{ title: 'Sales agent', location: 'Davis, CA', from: '2019-06-01', current: true }],
    education: [
      {
        school: 'University of California, Davis',
        degree: 'BS',
        fieldofstudy: 'Economics',
        from: '2012-09-01',
        to: '2016-06-15',
      },
    ],
  },
  {
    key: 'kevin',
    name: 'Kevin Armstrong',
    daysAgo: 160,
    profile: {
      status: 'Team Lead',
      location: 'Roseville, CA',
      skills: ['New construction', 'Relocation', 'Mentoring', 'Open houses'],
      bio: 'Three of us share one calendar and one coordinator. Ask me about the first ninety days of a new license.',
      phone: '(916) 555-0129',
      serviceAreas: ['Roseville', 'Rocklin', 'Lincoln'],
      languages: ['English'],
      visible: { phone: true },
    },
    experience: [
      {
        title: 'Sales representative',
        company: 'A home builder in Rocklin',
        location: 'Rocklin, CA',
        from: '2008-03-01',
        to: '2015-10-31',
      },
      { title: 'Team lead', location: 'Roseville, CA', from: '2015-11-15', current: true },
    ],
    education: [],
  },
  {
    key: 'yasmin',
    name: 'Yasmin Haddad',
    daysAgo: 122,
    profile: {
      status: 'Broker Associate',
      location: 'La Jolla, CA',
      skills: ['Coastal homes', 'Investment property', '1031 exchanges', 'Negotiation'],
      bio: 'Homes above a million dollars, where the inspection reports are long and the decisions slow. I read all of the reports.',
      serviceAreas: ['La Jolla', 'Del Mar', 'Encinitas'],
      languages: ['English', 'Arabic', 'French'],
    },
    experience: [
      {
        title: 'Paralegal',
        company: 'A law office in San Diego',
        location: 'San Diego, CA',
        from: '2010-01-15',
        to: '2014-06-30',
        description: 'Leases, easements and title questions.',
      },
      { title: 'Broker associate', location: 'La Jolla, CA', from: '2014-08-01', current: true },
    ],
    education: [
      {
        school: 'San Diego State University',
        degree: 'BA',
        fieldofstudy: 'Political science',
        from: '2005-09-01',
        to: '2009-05-31',
      },
    ],
  },
  {
    key: 'renee',
    name: 'Renee Castillo',
    daysAgo: 74,
    profile: {
      status: 'Transaction Coordinator',
      location: 'Fresno, CA',
      skills: ['Escrow', 'Disclosures', 'Short sales', 'Closing packages'],
      bio: 'From the accepted offer to the closing package. If it has a deadline, it is on my list.',
      phone: '(559) 555-0181',
      serviceAreas: ['Fresno', 'Clovis', 'Madera'],
      languages: ['English', 'Spanish', 'Tagalog'],
      visible: { phone: true, email: true },
    },
    experience: [
      {
        title: 'Escrow assistant',
        company: 'An escrow company in Clovis',
        location: 'Clovis, CA',
        from: '2013-05-01',
        to: '2020-02-28',
      },
      { title: 'Transaction coordinator', location: 'Fresno, CA', from: '2020-03-15', current: true },
    ],
    education: [],
  },
];
