import { isProfessionalStatus } from '../../../shared/profiles/professional-statuses.ts';
import { type ProfileFields, profilesContract } from '../../../shared/profiles/profiles.contract.ts';
import { now } from '../../platform/db/ids.ts';
import type { EducationRow, ExperienceRow, ProfileRow } from '../../tables/profiles.ts';
import { periodColumns } from '../profiles/history.service.ts';
import { newProfile } from '../profiles/profiles.service.ts';
import { dayOf, momentOf } from './extended-json.ts';
import {
  accountOf,
  type Import,
  inPieces,
  insertIds,
  knownIds,
  listOf,
  type OldDocument,
  oldIdOf,
  recordOf,
  write,
} from './import-state.ts';
import { messageOf } from './import-users.ts';
import { idOfOld, timeOfOld } from './old-ids.ts';
import type { Place } from './report.ts';

const rules = {
  profile: profilesContract['POST /api/profile'].body,
  experience: profilesContract['PUT /api/profile/experience'].body,
  education: profilesContract['PUT /api/profile/education'].body,
};

/** Imports profiles, one for each account, with experience and education. Fields that do not fit are left out. */
export function profilesImporter(run: Import): (batch: OldDocument[]) => Promise<void> {
  /** Accounts that got a profile in this run; a dry run stores none. */
  const made = new Set<string>();

  return async (batch) => {
    const { db } = run.parts;
    const found = batch.flatMap((document) => withAccount(run, document));
    const accounts = found.map(({ userId }) => userId);
    const owners = new Set(made);
    for (const some of inPieces(accounts)) {
      const rows = await db.selectFrom('profiles').select('user_id').where('user_id', 'in', some).execute();
      for (const { user_id } of rows) owners.add(user_id);
    }
    const history = found.flatMap(historyOf);
    const known = await knownIds(db, [...found.map(({ id }) => id), ...history.map(({ id }) => id)]);
    const profiles: ProfileRow[] = [];
    for (const profile of found) {
      const { userId, id, document } = profile;
      if (known.has(id)) run.report.add('profiles', 'known');
      else if (owners.has(userId))
        run.report.skip('profiles', document.place, 'its account has a profile already');
      else {
        run.report.add('profiles', 'new');
        profiles.push(profileRow(run, profile));
        made.add(userId);
        owners.add(userId);
      }
      known.add(id);
    }
    const experience: ExperienceRow[] = [];
    const education: EducationRow[] = [];
    for (const entry of history) {
      if (known.has(entry.id)) {
        run.report.add(entry.kind, 'known');
        continue;
      }
      known.add(entry.id);
      if (!owners.has(entry.userId)) {
        run.report.skip(entry.kind, entry.place, 'its profile is no longer here');
        continue;
      }
      if (entry.kind === 'experience') addTo(experience, run, entry, experienceRow(run, entry));
      else addTo(education, run, entry, educationRow(run, entry));
    }
    await write(run, async (transaction) => {
      for (const some of inPieces(profiles)) await transaction.insertInto('profiles').values(some).execute();
      for (const some of inPieces(experience))
        await transaction.insertInto('experience').values(some).execute();
      for (const some of inPieces(education))
        await transaction.insertInto('education').values(some).execute();
      await insertIds(
        transaction,
        [...profiles, ...experience, ...education].map(({ id }) => id),
      );
    });
  };
}

interface FoundProfile {
  document: OldDocument;
  oldId: string;
  id: string;
  userId: string;
}

function withAccount(run: Import, document: OldDocument): FoundProfile[] {
  const { place, oldId, fields } = document;
  const skip = (reason: string): [] => {
    run.report.skip('profiles', place, reason);
    return [];
  };
  if (oldId === undefined) return skip('has no _id');
  const owner = oldIdOf(fields.user);
  if (owner === undefined) return skip('names no user');
  const userId = accountOf(run, owner);
  if (userId === undefined) return skip(`its user ${owner} is not known`);
  return [{ document, oldId, id: idOfOld('profile', oldId), userId }];
}

function profileRow(
  run: Import,
  { document: { place, fields }, oldId, id, userId }: FoundProfile,
): ProfileRow {
  const note = (reason: string) => run.report.note(place, reason);
  const date = momentOf(fields.date) ?? momentOf(fields.createdAt);
  if (date === undefined && fields.date !== undefined) note('date is no date in the past');
  const created = date ?? momentOf(timeOfOld(oldId)) ?? now();
  return newProfile(userId, id, profileFields(fields, note), created);
}

type Note = (reason: string) => void;

/** Leaves out, with a note, what the rules for profiles reject. */
function profileFields(fields: Record<string, unknown>, note: Note): ProfileFields {
  const { company, website, location, githubusername, bio } = fields;
  const optional: Record<string, unknown> = {
    company,
    website,
    location,
    githubusername,
    bio,
    ...recordOf(fields.social),
  };
  const status =
    typeof fields.status === 'string' && isProfessionalStatus(fields.status.trim()) ? fields.status : 'Other';
  if (status === 'Other' && fields.status !== 'Other')
    note(`status ${JSON.stringify(fields.status)} becomes Other`);
  const skills = typeof fields.skills === 'string' ? fields.skills.split(',') : listOf(fields.skills);
  const accepted: Record<string, unknown> = { status, skills: ['?'] };
  for (const [name, value] of Object.entries(optional)) {
    if (value === undefined || value === null || value === '') continue;
    const parsed = rules.profile.safeParse({ ...accepted, [name]: value });
    if (parsed.success) accepted[name] = value;
    else note(`${name} is left out: ${messageOf(parsed.error)}`);
  }
  const fitting = skills.filter((skill) => rules.profile.safeParse({ ...accepted, skills: [skill] }).success);
  if (fitting.length < skills.length) note(`${skills.length - fitting.length} skills are left out`);
  const all = rules.profile.safeParse({ ...accepted, skills: fitting.slice(0, 50) });
  return all.success ? all.data : { ...rules.profile.parse(accepted), skills: [] };
}

interface HistoryEntry {
  kind: 'experience' | 'education';
  place: Place;
  id: string;
  userId: string;
  fields: Record<string, unknown>;
}

function historyOf({ document: { place, fields }, oldId, userId }: FoundProfile): HistoryEntry[] {
  return (['experience', 'education'] as const).flatMap((kind) =>
    listOf(fields[kind]).flatMap((each) => {
      const entry = recordOf(each);
      if (!entry) return [];
      // Without an id, by what it says: adding others changes nothing then.
      const id = idOfOld(kind, oldIdOf(entry._id) ?? `${oldId}:${JSON.stringify(entry)}`);
      return [{ kind, place, id, userId, fields: entry }];
    }),
  );
}

function addTo<T>(rows: T[], run: Import, entry: HistoryEntry, row: T | undefined): void {
  if (!row) return;
  rows.push(row);
  run.report.add(entry.kind, 'new');
}

function experienceRow(run: Import, entry: HistoryEntry): ExperienceRow | undefined {
  const { title, company, location, description } = entry.fields;
  const parsed = rules.experience.safeParse({
    title,
    company,
    location: location ?? '',
    description: description ?? '',
    ...periodOf(run, entry),
  });
  if (!parsed.success)
    return void run.report.skip('experience', entry.place, `experience: ${messageOf(parsed.error)}`);
  const { from, to, current, ...texts } = parsed.data;
  return { ...texts, ...periodColumns({ from, to, current }), id: entry.id, user_id: entry.userId };
}

function educationRow(run: Import, entry: HistoryEntry): EducationRow | undefined {
  const { school, degree, fieldofstudy, description } = entry.fields;
  const parsed = rules.education.safeParse({
    school,
    degree,
    fieldofstudy: fieldofstudy ?? '',
    description: description ?? '',
    ...periodOf(run, entry),
  });
  if (!parsed.success)
    return void run.report.skip('education', entry.place, `education: ${messageOf(parsed.error)}`);
  const { from, to, current, ...texts } = parsed.data;
  return { ...texts, ...periodColumns({ from, to, current }), id: entry.id, user_id: entry.userId };
}

/** Dates that are none, and an end before the beginning, are left out. */
function periodOf({ report }: Import, { kind, place, fields }: HistoryEntry) {
  const current = fields.current === true;
  const from = dayOf(fields.from);
  const to = dayOf(fields.to);
  for (const [name, day] of Object.entries({ from, to })) {
    const given = fields[name];
    if (day === undefined && given !== undefined && given !== null && given !== '')
      report.note(place, `${kind}: ${name} is no date`);
  }
  if (from !== undefined && to !== undefined && to < from && !current) {
    report.note(place, `${kind}: to is left out, as it is before from`);
    return { from, to: null, current };
  }
  return { from: from ?? null, to: to ?? null, current };
}
