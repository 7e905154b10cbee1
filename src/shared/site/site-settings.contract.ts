import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { figure, maxCounts, maxLengths } from '../field-limits.ts';
import {
  email,
  id,
  idPattern,
  licenseNumber,
  optionalName,
  optionalText,
  person,
  requiredName,
  requiredText,
  timestamp,
  webAddress,
} from '../fields.ts';
import { networkNamed, socialAddress } from '../profiles/social-address.ts';
import { isPublicAddress } from '../web-address.ts';
import { promiseCount } from './site-content.ts';

const fact = z.strictObject({ figure: z.string(), label: z.string() }).meta({ id: 'SitePromise' });
const link = z.strictObject({ name: z.string(), url: z.string() }).meta({ id: 'SiteLink' });
const brokerage = z
  .strictObject({
    name: z.string(),
    legalName: z.string(),
    license: z.string(),
    phone: z.string(),
    email: z.string(),
    address: z.string(),
    hours: z.string(),
    logo_id: id.nullable(),
    social: z.array(link),
  })
  .meta({ id: 'SiteBrokerage' });
const hero = z
  .strictObject({ heading: z.string(), sentence: z.string(), promises: z.array(fact) })
  .meta({ id: 'SiteHero' });
const teamMember = z
  .strictObject({
    name: z.string(),
    role: z.string(),
    license: z.string(),
    about: z.string(),
    image_id: id.nullable(),
    hidden: z.boolean(),
  })
  .meta({ id: 'TeamMember' });
const question = z.strictObject({ question: z.string(), answer: z.string() }).meta({ id: 'SiteQuestion' });
const announcement = z
  .strictObject({ text: z.string(), url: z.string(), until: timestamp.nullable() })
  .meta({ id: 'SiteAnnouncement' });

/** The site's settings that admins change, as they are now or were in a version. */
export const siteSettings = z
  .strictObject({
    brokerage,
    hero,
    team: z.array(teamMember),
    questions: z.array(question),
    announcement: announcement.nullable(),
  })
  .meta({ id: 'SiteSettings' });
export type SiteSettings = z.output<typeof siteSettings>;

/** `date` and `author` are null before the first change; a deleted author is null, too. */
const savedSettings = z
  .strictObject({
    settings: siteSettings,
    date: timestamp.nullable(),
    author: person.nullable(),
  })
  .meta({ id: 'SavedSiteSettings' });
export type SavedSettings = z.output<typeof savedSettings>;

/** `changes` names what differs from the version before. */
const siteVersion = z
  .strictObject({
    version: z.int(),
    date: timestamp,
    author: person.nullable(),
    changes: z.string(),
  })
  .meta({ id: 'SiteVersion' });
export type SiteVersion = z.output<typeof siteVersion>;

const image = z
  .string('Picture must be text or null')
  .regex(idPattern, 'Image is not known')
  .nullable()
  .default(null);

const license = (label: string) => licenseNumber(label, `${label} has 8 digits`);

/** In this site or elsewhere; never script. */
const isLink = (value: string): boolean =>
  value === '' || /^\/(?![/\\])[^\s\p{C}"<>\\]*$/u.test(value) || isPublicAddress(value);

/** Also with a name there in place of the address: "@homequest". */
const socialLink = z.preprocess(
  completedLink,
  z.object({ name: requiredName('Name', maxLengths.site.network), url: webAddress('Address') }),
);

function completedLink(given: unknown): unknown {
  const typed = z.object({ name: z.string(), url: z.string() }).safeParse(given);
  if (!typed.success) return given;
  const network = networkNamed(typed.data.name);
  const { name, url } = typed.data;
  return network === undefined ? given : { name, url: socialAddress(network, url.trim()) };
}

const list = <T extends z.ZodType>(label: string, item: T, most: number) =>
  z
    .array(item, `${label} must be a list`)
    .max(most, `There can be at most ${figure(most)} ${label.toLowerCase()}`);

const siteFields = z
  .object({
    brokerage: z.object(
      {
        name: requiredName('Name', maxLengths.site.name),
        legalName: requiredName('Legal name', maxLengths.site.name),
        license: license('License').min(1, 'License is required'),
        phone: requiredName('Phone', maxLengths.site.phone),
        email: email(),
        address: requiredName('Address', maxLengths.site.address),
        hours: optionalName('Office hours', maxLengths.site.hours).default(''),
        logo_id: image,
        social: list('Links', socialLink, maxCounts.socialLinks),
      },
      'Brokerage is required',
    ),
    hero: z.object(
      {
        heading: requiredName('Heading', maxLengths.site.heading),
        sentence: requiredName('Sentence', maxLengths.site.sentence),
        promises: z
          .array(
            z.object({
              figure: requiredName('Figure', maxLengths.site.figure),
              label: requiredName('Words', maxLengths.site.promise),
            }),
            'Promises must be a list',
          )
          .length(promiseCount, `There must be ${promiseCount} promises`),
      },
      'Hero is required',
    ),
    team: list(
      'People',
      z.object({
        name: requiredName('Name', maxLengths.site.name),
        role: requiredName('Role', maxLengths.site.role),
        license: license('License').default(''),
        about: optionalText('About', maxLengths.site.about).default(''),
        image_id: image,
        hidden: z.boolean('Hidden must be true or false').default(false),
      }),
      maxCounts.team,
    ),
    questions: list(
      'Questions',
      z.object({
        question: requiredName('Question', maxLengths.site.question),
        answer: requiredText('Answer', maxLengths.site.answer),
      }),
      maxCounts.questions,
    ),
    announcement: z
      .object(
        {
          text: requiredName('Text', maxLengths.site.announcement),
          url: optionalName('Link', maxLengths.webAddress)
            .refine(isLink, 'Link must start with https:// or /')
            .default(''),
          until: z.iso
            .datetime({ offset: true, error: 'End must be an ISO timestamp' })
            .transform((value) => new Date(value).toISOString())
            .nullable()
            .default(null),
        },
        'Announcement must be an object or null',
      )
      .nullable(),
  })
  .meta({ id: 'SiteFields' });

export const sitePreview = z.strictObject({ html: z.string() }).meta({ id: 'SitePreview' });

/** Three bytes a character of all texts at their max lengths, and more. */
const bodyLimit = 256 * 1024;

const versionParams = z.object({ number: z.string().regex(/^\d{1,9}$/, 'Version not found') });

export const siteSettingsContract = {
  'GET /api/site/settings': {
    summary: "The public site's settings: the brokerage, the landing page, an announcement",
    access: 'admin',
    confirm: { none: 'Shown to everyone on the public site' },
    scope: null,
    response: savedSettings,
  },
  'PUT /api/site/settings': {
    summary: 'Change it; the pages show it at once',
    access: 'admin',
    confirm: 'needed',
    limit: 'site',
    body: siteFields,
    response: savedSettings,
    bodyLimit,
  },
  'POST /api/site/settings/preview': {
    summary: 'The landing page as it would be with these settings, without scripts',
    access: 'admin',
    confirm: { none: 'Saves nothing' },
    scope: null,
    limit: 'site',
    body: siteFields,
    response: sitePreview,
    bodyLimit,
  },
  'GET /api/site/settings/versions': {
    summary: `The last ${maxCounts.siteVersions} versions, newest first; the first is the current one`,
    access: 'admin',
    confirm: { none: 'Was shown to everyone on the public site' },
    scope: null,
    response: z.array(siteVersion),
  },
  'GET /api/site/settings/versions/:number': {
    summary: 'The settings as they were in a version',
    access: 'admin',
    confirm: { none: 'Was shown to everyone on the public site' },
    scope: null,
    params: versionParams,
    response: savedSettings,
  },
  'POST /api/site/settings/versions/:number/restore': {
    summary: 'Restore a version, as a new one',
    access: 'admin',
    confirm: 'needed',
    limit: 'site',
    params: versionParams,
    response: savedSettings,
  },
} satisfies Contract;
