/**
 * Profiles. A new field also needs profile-rows.ts, `emptyProfile` in profiles.service.ts and, in the
 * office, `ProfileDetails.tsx` or `ProfileHeader.tsx`, and `MemberCard.tsx`.
 */

import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { maxCounts, maxLengths } from '../field-limits.ts';
import {
  id,
  idParams,
  idPattern,
  licenseNumber,
  message,
  noted,
  optionalName,
  optionalText,
  requiredName,
  requiredText,
  timestamp,
} from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { isPublicAddress, isWebAddress, notPublic } from '../web-address.ts';
import { isProfessionalStatus, statusPlaceholder } from './professional-statuses.ts';
import { type AddressedNetwork, socialAddress, socialNetworks } from './social-address.ts';

const social = z.partialRecord(z.enum(socialNetworks), z.string()).meta({ id: 'SocialLinks' });

const period = { from: z.iso.date().nullable(), to: z.iso.date().nullable(), current: z.boolean() };

const experience = z
  .strictObject({
    _id: id,
    title: z.string(),
    company: z.string(),
    location: z.string(),
    ...period,
    description: z.string(),
  })
  .meta({ id: 'Experience' });
export type Experience = z.output<typeof experience>;

const education = z
  .strictObject({
    _id: id,
    school: z.string(),
    degree: z.string(),
    fieldofstudy: z.string(),
    ...period,
    description: z.string(),
  })
  .meta({ id: 'Education' });
export type Education = z.output<typeof education>;

/** Fields that the owner hides are ''. */
const profile = z
  .strictObject({
    _id: id,
    user: z
      .strictObject({ _id: id, name: z.string(), avatar: z.string().nullable() })
      .meta({ id: 'ProfileUser' }),
    image_id: id.nullable(),
    status: z.string(),
    company: z.string(),
    website: z.string(),
    location: z.string(),
    skills: z.array(z.string()),
    githubusername: z.string(),
    bio: z.string(),
    social,
    experience: z.array(experience),
    education: z.array(education),
    license: z.string(),
    /** Null also where the number is hidden. */
    licenseVerified: noted.nullable(),
    phone: z.string(),
    /** The tel: address of the first number in `phone`; '' for none. */
    dial: z.string(),
    email: z.string(),
    serviceAreas: z.array(z.string()),
    languages: z.array(z.string()),
    date: timestamp,
  })
  .meta({ id: 'Profile' });
export type Profile = z.output<typeof profile>;

const ownProfile = profile
  .extend({
    visible: z
      .strictObject({ email: z.boolean(), phone: z.boolean(), license: z.boolean() })
      .meta({ id: 'VisibleFields' }),
    hidden: z.boolean(),
  })
  .meta({ id: 'OwnProfile' });
export type OwnProfile = z.output<typeof ownProfile>;

const directoryEntry = profile
  .pick({
    _id: true,
    user: true,
    image_id: true,
    status: true,
    company: true,
    location: true,
    skills: true,
    serviceAreas: true,
    languages: true,
    license: true,
  })
  .meta({ id: 'DirectoryEntry' });
export type DirectoryEntry = z.output<typeof directoryEntry>;

/** Typed with commas, or an array; drops blank and repeated items. */
const list = (label: string) =>
  z
    .union(
      [
        optionalName(label, maxLengths.list.text),
        z.array(optionalName(label, maxLengths.list.item), `${label} must be a list`),
      ],
      {
        error: ({ input }) =>
          input === undefined || input === null ? `${label} is required` : `${label} must be a list`,
      },
    )
    .transform((value) => (typeof value === 'string' ? value.split(',') : value))
    .transform((items) => [...new Set(items.map((item) => item.trim()).filter(Boolean))])
    .refine(
      (items) => items.length <= maxCounts.listItems,
      `${label} may have at most ${maxCounts.listItems} items`,
    )
    .refine(
      (items) => items.every((item) => item.length <= maxLengths.list.item),
      `${label} may have at most ${maxLengths.list.item} characters each`,
    );

/** A scheme precedes a colon, unless a port follows: "example.com:8080" has none. */
const withScheme = /^[a-z][a-z\d+.-]*:(?!\d{1,5}(?:[/?#]|$))/i;

/** Without invisible characters, and the full stop of the sentence that it is copied from. */
const withoutRemains = (text: string) =>
  text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').replace(/\.$/, '');

/** Adds https:// to "example.com", so that a link can have it. */
const optionalAddress = (label: string, completed = (text: string) => text) =>
  optionalText(label, maxLengths.webAddress)
    .overwrite(withoutRemains)
    .overwrite(completed)
    .transform((text) => (text === '' || withScheme.test(text) ? text : `https://${text}`))
    .refine((text) => text === '' || isWebAddress(text), {
      error: `${label} must be a web address starting with https:// or http://`,
      abort: true,
    })
    .refine((text) => text === '' || isPublicAddress(text), notPublic(label));

/** Also a name there: "@janedoe". */
const optionalSocial = (label: string, network: AddressedNetwork) =>
  optionalAddress(label, (text) => socialAddress(network, text));

const socialFields = {
  twitter: optionalSocial('Twitter', 'twitter'),
  facebook: optionalSocial('Facebook', 'facebook'),
  linkedin: optionalSocial('LinkedIn', 'linkedin'),
  youtube: optionalSocial('YouTube', 'youtube'),
  instagram: optionalSocial('Instagram', 'instagram'),
};

/** Values of an unchosen select; older clients send "0". */
const unchosen = ['0', statusPlaceholder];

const required = z.object({
  status: requiredText('Status', maxLengths.profile.status)
    .refine((status) => !unchosen.includes(status), 'Status is required')
    .refine(
      (status) => ['', ...unchosen].includes(status) || isProfessionalStatus(status),
      'Status is not known',
    ),
  skills: list('Skills').refine((skills) => skills.length > 0, 'Skills is required'),
});

/** Undefined leaves a field unchanged; blank clears it. Social links may be flat or inside `social`. */
const optional = z
  .object({
    company: optionalName('Company', maxLengths.profile.company),
    website: optionalAddress('Website'),
    location: optionalName('Location', maxLengths.profile.location),
    githubusername: optionalText('Github username', maxLengths.profile.githubUsername).regex(
      /^[A-Za-z\d-]*$/,
      'Github username may hold only letters, digits and hyphens',
    ),
    bio: optionalText('Bio', maxLengths.profile.bio),
    image_id: z.string('Image is not known').regex(idPattern, 'Image is not known').nullable(),
    license: licenseNumber(),
    phone: optionalName('Phone', maxLengths.profile.phone),
    serviceAreas: list('Service areas'),
    languages: list('Languages'),
    social: z.object(socialFields).partial(),
    ...socialFields,
    visible: z
      .object({ email: z.boolean(), phone: z.boolean(), license: z.boolean() }, 'Visible must be an object')
      .partial(),
    hidden: z.boolean('Hidden must be true or false'),
  })
  .partial();

const profileFields = required.extend(optional.shape).meta({ id: 'ProfileFields' });
export type ProfileFields = z.output<typeof profileFields>;

/** Optional day; drops the time that older clients append. */
const day = (label: string) =>
  z
    .string(`${label} must be a date`)
    .trim()
    .meta({ format: 'date' })
    .transform((text) => (/^\d{4}-\d\d-\d\dT/.test(text) ? text.slice(0, 10) : text))
    .pipe(z.union([z.literal(''), z.iso.date(`${label} must be a date`)]))
    .nullish()
    .transform((text) => text || null);

const periodFields = {
  from: day('From'),
  to: day('To'),
  current: z.boolean('Current must be true or false').default(false),
  description: optionalText('Description', maxLengths.history.description).default(''),
};

/** `current` clears `to`, which may not be before `from` (docs/product.md P5.8). */
const endsAfterItBegins = ({
  from,
  to,
  current,
}: {
  from: string | null;
  to: string | null;
  current: boolean;
}) => current || from === null || to === null || to >= from;
const wrongOrder = { path: ['to'], message: 'To Date must not be before From Date' };

const experienceFields = z
  .object({
    title: requiredName('Title', maxLengths.history.title),
    company: requiredName('Company', maxLengths.history.company),
    location: optionalName('Location', maxLengths.history.location).default(''),
    ...periodFields,
  })
  .refine(endsAfterItBegins, wrongOrder)
  .meta({ id: 'ExperienceFields' });
export type ExperienceFields = z.output<typeof experienceFields>;

const educationFields = z
  .object({
    school: requiredName('School', maxLengths.history.school),
    degree: requiredName('Degree', maxLengths.history.degree),
    fieldofstudy: optionalName('Field of study', maxLengths.history.fieldOfStudy).default(''),
    ...periodFields,
  })
  .refine(endsAfterItBegins, wrongOrder)
  .meta({ id: 'EducationFields' });
export type EducationFields = z.output<typeof educationFields>;

const repository = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    html_url: z.string(),
    description: z.string(),
    stargazers_count: z.int(),
    watchers_count: z.int(),
    forks_count: z.int(),
  })
  .meta({ id: 'Repository' });
export type Repository = z.output<typeof repository>;

/** `dial` is the tel: address of the first number; '' for none. */
const memberPhone = z
  .strictObject({ _id: id, name: z.string(), phone: z.string(), dial: z.string() })
  .meta({ id: 'MemberPhone' });
export type MemberPhone = z.output<typeof memberPhone>;

export const profilesContract = {
  'GET /api/profile': {
    summary: 'The directory of members who have a profile and do not hide it, newest first',
    access: 'member',
    scope: 'members:read',
    query: pageQuery({ default: 24, max: 100 }).extend({
      search: optionalText('Search', maxLengths.search.profiles).default(''),
      status: optionalText('Status', maxLengths.profile.status).default(''),
    }),
    response: z.array(directoryEntry),
  },
  'GET /api/profile/phones': {
    summary: 'Members of the directory who show their phone number, by name; at most 2,000',
    access: 'member',
    response: z.array(memberPhone),
  },
  'GET /api/profile/me': {
    summary: "One's own profile",
    access: 'member',
    response: ownProfile,
  },
  'GET /api/profile/user/:id': {
    summary: "A member's profile",
    access: 'member',
    scope: 'members:read',
    params: idParams('Profile'),
    response: profile,
  },
  'GET /api/profile/github/:username': {
    summary: "A member's five newest public repositories",
    access: 'member',
    params: z.object({ username: z.string().regex(/^[A-Za-z\d-]{1,39}$/, 'Github profile not found') }),
    response: z.array(repository),
  },
  'POST /api/profile': {
    summary: "Create or change one's own profile",
    access: 'member',
    limit: 'profile',
    body: profileFields,
    response: ownProfile,
  },
  'PUT /api/profile/experience': {
    summary: "Add experience to one's own profile",
    access: 'member',
    limit: 'profile',
    body: experienceFields,
    response: ownProfile,
  },
  'DELETE /api/profile/experience/:id': {
    summary: "Remove experience from one's own profile",
    access: 'member',
    limit: 'profile',
    params: idParams('Experience'),
    response: ownProfile,
  },
  'PUT /api/profile/education': {
    summary: "Add education to one's own profile",
    access: 'member',
    limit: 'profile',
    body: educationFields,
    response: ownProfile,
  },
  'DELETE /api/profile/education/:id': {
    summary: "Remove education from one's own profile",
    access: 'member',
    limit: 'profile',
    params: idParams('Education'),
    response: ownProfile,
  },
  'DELETE /api/profile': {
    summary: "Delete one's own account and content; comments on the posts of others stay, unnamed",
    access: 'member',
    confirm: 'needed',
    response: message,
  },
} satisfies Contract;
