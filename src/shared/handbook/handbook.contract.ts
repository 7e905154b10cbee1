import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { figure, maxCounts, maxLengths } from '../field-limits.ts';
import {
  id,
  idParams,
  idPattern,
  message,
  optionalName,
  optionalText,
  person,
  requiredName,
  requiredText,
  slug,
  timestamp,
} from '../fields.ts';
import { slugPattern } from '../text-rules.ts';
import { audiences } from './acknowledgements.ts';

/** Asks the caller to acknowledge a page by a day. Holds when they did, and which version. */
const handbookAsk = z
  .strictObject({
    due: z.iso.date(),
    done: timestamp.nullable(),
    edition: z.int().nullable(),
  })
  .meta({ id: 'HandbookAsk' });
export type HandbookAsk = z.output<typeof handbookAsk>;

const pageInList = {
  _id: id,
  title: z.string(),
  slug: z.string(),
  public: z.boolean(),
  /** Time of the last change, and the name of its author. */
  updated: timestamp,
  by: z.string(),
};

const handbookEntry = z
  .strictObject({ ...pageInList, ask: handbookAsk.nullable() })
  .meta({ id: 'HandbookEntry' });
export type HandbookEntry = z.output<typeof handbookEntry>;

const handbookChapter = z
  .strictObject({ _id: id, title: z.string(), pages: z.array(handbookEntry) })
  .meta({ id: 'HandbookChapter' });
export type HandbookChapter = z.output<typeof handbookChapter>;

/** A PDF on a page. */
const pageFile = z.strictObject({ _id: id, name: z.string(), size: z.int() }).meta({ id: 'PageFile' });
export type PageFile = z.output<typeof pageFile>;

/** A change of a page's files: those asked acknowledge it again, unless it is a small one. `note` tells them about it. */
const filesChange = {
  askAgain: z.enum(['true', 'false'], 'Ask again must be true or false').default('true'),
  note: optionalName('Note', maxLengths.handbook.note).default(''),
};
export type FilesChange = z.output<z.ZodObject<typeof filesChange>>;

const editionFile = z.strictObject({ name: z.string(), sha256: z.string() }).meta({ id: 'EditionFile' });
/** A file as a version of a page had it; the SHA-256 of its bytes in hexadecimal digits. */
export type EditionFile = z.output<typeof editionFile>;

const handbookPage = z
  .strictObject({
    ...handbookEntry.shape,
    chapter: z.string(),
    html: z.string(),
    /** Counts the versions that members were shown. */
    edition: z.int(),
    /** Describes the changes since the version that members last had to acknowledge. */
    note: z.string(),
    files: z.array(pageFile),
  })
  .meta({ id: 'HandbookPage' });
export type HandbookPage = z.output<typeof handbookPage>;

const openPage = z
  .strictObject({ _id: id, title: z.string(), slug: z.string(), due: z.iso.date() })
  .meta({ id: 'OpenPage' });
export type OpenPage = z.output<typeof openPage>;

const foundPage = z
  .strictObject({
    _id: id,
    title: z.string(),
    slug: z.string(),
    chapter: z.string(),
    excerpt: z.string(),
  })
  .meta({ id: 'FoundPage' });
export type FoundPage = z.output<typeof foundPage>;

const staffEntry = z
  .strictObject({
    ...pageInList,
    published: z.boolean(),
    audience: z.enum(audiences),
  })
  .meta({ id: 'StaffEntry' });
export type StaffEntry = z.output<typeof staffEntry>;

const staffChapter = z
  .strictObject({ _id: id, title: z.string(), pages: z.array(staffEntry) })
  .meta({ id: 'StaffChapter' });
export type StaffChapter = z.output<typeof staffChapter>;

const staffPage = z
  .strictObject({
    ...staffEntry.shape,
    text: z.string(),
    chapter: id,
    dueDays: z.int(),
    chosen: z.array(id),
    edition: z.int(),
    note: z.string(),
    files: z.array(pageFile),
  })
  .meta({ id: 'StaffPage' });
export type StaffPage = z.output<typeof staffPage>;

const pageFields = z
  .object({
    title: requiredName('Title', maxLengths.article.title),
    slug: slug(),
    text: requiredText('Text', maxLengths.article.text),
    public: z.boolean('Public must be true or false'),
    audience: z.enum(audiences, 'Audience must be none, everyone, new or chosen'),
    dueDays: z
      .int('Due must be a number of days')
      .min(1, 'Due must be at least 1 day')
      .max(365, 'Due must be at most 365 days'),
    /** Read with the audience 'chosen' only. */
    chosen: z
      .array(z.string().regex(idPattern, 'Member not found'), 'Chosen must be a list')
      .max(maxCounts.chosen, `At most ${figure(maxCounts.chosen)} members can be chosen`)
      .default([]),
    /** Everyone asked has to acknowledge this version; `note` tells them about the changes. */
    askAgain: z.boolean('Ask again must be true or false').default(false),
    note: optionalName('Note', maxLengths.handbook.note).default(''),
    /** Files that the editor saw, in any order: a page with others stays as it is (412). */
    files: z
      .array(z.string().regex(idPattern, 'File not found'), 'Files must be a list')
      .max(maxCounts.pageFiles, `A page can have at most ${maxCounts.pageFiles} files`)
      .optional(),
  })
  .meta({ id: 'PageFields' });
export type PageFields = z.output<typeof pageFields>;

const contentsFields = z
  .object({
    chapters: z
      .array(
        z
          .object({
            /** Left out for a new one. */
            _id: id.optional(),
            title: requiredName('Title', maxLengths.handbook.chapter),
            /** In order; each page of the handbook is in one chapter. */
            pages: z.array(id, 'Pages must be a list').max(maxCounts.pages),
          })
          .meta({ id: 'ChapterFields' }),
        'Chapters must be a list',
      )
      .max(maxCounts.chapters, `A handbook can have at most ${maxCounts.chapters} chapters`),
  })
  .meta({ id: 'HandbookContents' });
export type ContentsFields = z.output<typeof contentsFields>;

/** done: the version asked for, or a later one · open: until a day that has not passed · overdue */
const askStates = ['done', 'open', 'overdue'] as const;

const tablePage = z
  .strictObject({
    _id: id,
    title: z.string(),
    slug: z.string(),
    /** Both count active members only. */
    open: z.int(),
    overdue: z.int(),
  })
  .meta({ id: 'TablePage' });
export type TablePage = z.output<typeof tablePage>;

const tableMember = z
  .strictObject({
    user: person,
    asks: z.array(
      z
        .strictObject({
          page: id,
          state: z.enum(askStates),
          due: z.iso.date(),
          done: timestamp.nullable(),
          edition: z.int().nullable(),
        })
        .meta({ id: 'MemberAsk' }),
    ),
  })
  .meta({ id: 'TableMember' });
export type TableMember = z.output<typeof tableMember>;

const acknowledgementTable = z
  .strictObject({
    pages: z.array(tablePage),
    members: z.array(tableMember),
    total: z.int(),
  })
  .meta({ id: 'AcknowledgementTable' });
export type AcknowledgementTable = z.output<typeof acknowledgementTable>;

const acknowledgement = z
  .strictObject({
    _id: id,
    page: z.strictObject({ _id: id, title: z.string() }),
    edition: z.int(),
    date: timestamp,
    device: z.string(),
    /** Those of the version. Left out for none; null for a version from before they were noted. */
    files: z.array(editionFile).nullable().optional(),
  })
  .meta({ id: 'Acknowledgement' });
export type Acknowledgement = z.output<typeof acknowledgement>;

const bodyLimit = 1280 * 1024;

/** Limit for all pages together, in bytes. */
export const handbookFilesBudget = 500_000_000;

export const handbookContract = {
  'GET /api/handbook': {
    summary: 'The table of contents, with the pages that the caller is asked to acknowledge',
    access: 'member',
    response: z.array(handbookChapter),
  },
  'GET /api/handbook/open': {
    summary: 'Pages that the caller has yet to acknowledge, the first due first',
    access: 'member',
    response: z.array(openPage),
  },
  'GET /api/handbook/search': {
    summary: 'Up to 20 pages with all the words, or words that begin so; those with them in the title first',
    access: 'member',
    query: z.object({ q: requiredText('Search', maxLengths.search.handbook) }),
    response: z.array(foundPage),
  },
  'GET /api/handbook/slug/:slug': {
    summary: 'A page by its slug, current or former',
    access: 'member',
    params: z.object({
      slug: z.string().max(maxLengths.article.slug, 'Page not found').regex(slugPattern, 'Page not found'),
    }),
    response: handbookPage,
  },
  'POST /api/handbook/pages/:id/acknowledge': {
    summary:
      'Acknowledge the version of a page that was read; once is enough, and a repeated call changes nothing',
    access: 'member',
    limit: 'handbook',
    params: idParams('Page'),
    body: z.object({ edition: z.int('Version must be a number') }).meta({ id: 'ReadEdition' }),
    response: handbookAsk,
  },
  'GET /api/handbook/all': {
    summary: 'The table of contents, with pages that members cannot see yet',
    access: 'handbook',
    confirm: { none: 'Everyday work of writers' },
    scope: 'content:read',
    response: z.array(staffChapter),
  },
  'GET /api/handbook/all/:id': {
    summary: 'A page to edit',
    access: 'handbook',
    confirm: { none: 'Everyday work of writers' },
    scope: 'content:read',
    params: idParams('Page'),
    response: staffPage,
  },
  'GET /api/handbook/members': {
    summary: 'Members who can be chosen to acknowledge a page',
    access: 'handbook',
    confirm: { none: 'Names that every member can see' },
    scope: null,
    response: z.array(person),
  },
  'POST /api/handbook/pages': {
    summary: 'Add a page; members see it once it has been saved with a text',
    access: 'handbook',
    confirm: { none: 'Everyday work of writers' },
    scope: 'content:write',
    limit: 'article',
    body: z
      .object({
        title: requiredName('Title', maxLengths.article.title),
        chapter: z.string('Chapter is required').regex(idPattern, 'Chapter not found'),
      })
      .meta({ id: 'NewPage' }),
    response: staffPage,
  },
  'PUT /api/handbook/pages/:id': {
    summary: 'Publish a page; with askAgain, everyone asked has to acknowledge this version',
    access: 'handbook',
    confirm: { none: 'Everyday work of writers; every version stays' },
    scope: 'content:write',
    limit: 'article',
    params: idParams('Page'),
    body: pageFields,
    response: staffPage,
    bodyLimit,
  },
  'DELETE /api/handbook/pages/:id': {
    summary: 'Take a page out of the handbook; its acknowledgements stay',
    access: 'handbook',
    confirm: { none: 'Everyday work of writers; limited and audited' },
    scope: 'content:write',
    limit: 'article',
    params: idParams('Page'),
    response: message,
  },
  'PUT /api/handbook/contents': {
    summary: 'Chapters in order with their pages; a chapter that is left out goes, if it has no pages',
    access: 'handbook',
    confirm: { none: 'Everyday work of writers' },
    scope: 'content:write',
    limit: 'handbook',
    body: contentsFields,
    response: z.array(staffChapter),
  },
  'DELETE /api/handbook/files/:id': {
    summary: 'Take a file off its page, for good: a new version, asked for again unless askAgain is false',
    access: 'handbook',
    confirm: { none: 'Everyday work of writers; limited and audited' },
    scope: 'content:write',
    limit: 'handbook',
    params: idParams('File'),
    query: z.object(filesChange),
    response: message,
  },
  'GET /api/handbook/acknowledgements': {
    summary: 'Pages by members: who has acknowledged what; 50 members by name, from `skip` on',
    access: 'compliance',
    confirm: { none: 'Office work of every day' },
    scope: 'members:read',
    query: z.object({
      search: optionalText('Search', maxLengths.search.users).default(''),
      /** Only members with a page that is overdue. */
      overdue: z.enum(['true', 'false'], 'Overdue must be true or false').default('false'),
      skip: z.coerce.number('Skip must be a number').int().min(0).max(100_000).default(0),
    }),
    response: acknowledgementTable,
  },
  'GET /api/handbook/acknowledgements/csv': {
    summary: 'The same of all members as CSV, a line each',
    access: 'compliance',
    confirm: 'needed',
    limit: 'userExport',
    head: false,
    produces: 'text/csv',
    response: z.string(),
  },
  'GET /api/handbook/acknowledgements/:id': {
    summary: 'Everything that a member has ever acknowledged, newest first',
    access: 'compliance',
    confirm: { none: 'Office work of every day, one at a time' },
    scope: 'members:read',
    params: idParams('User'),
    response: z.array(acknowledgement),
  },
  'GET /api/handbook/overdue': {
    summary: 'How many members have not acknowledged in time; counted up to 1,000',
    access: 'compliance',
    confirm: { none: 'Office work of every day' },
    scope: 'members:read',
    response: z.strictObject({ members: z.int() }).meta({ id: 'OverdueMembers' }),
  },
} satisfies Contract;

/** Apart: bodies are multipart/form-data with the file in the field `file`. */
export const handbookFilesContract = {
  'POST /api/handbook/pages/:id/files': {
    summary:
      'Add a PDF of at most 10 MiB to a page, as multipart/form-data, field file; readers see it at once, as a new version, asked for again unless askAgain is false',
    access: 'handbook',
    confirm: { none: 'Everyday work of writers; limited and audited' },
    scope: 'content:write',
    limit: 'upload',
    params: idParams('Page'),
    query: z.object({ name: optionalName('Name', maxLengths.handbook.file).default(''), ...filesChange }),
    response: pageFile,
  },
  'GET /api/handbook/files/:id': {
    summary: 'A file of a page',
    access: 'member',
    head: false,
    params: idParams('File'),
    produces: 'application/pdf',
    response: z.string(),
  },
} satisfies Contract;
