import { profilesContract } from '../../../shared/profiles/profiles.contract.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { day } from '../../../shared/time.ts';
import { noRights } from '../../../shared/users/rights.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, newId } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { unknownPasswordHash } from '../auth/passwords/passwords.ts';
import { addEducation, addExperience } from '../profiles/history.service.ts';
import { saveProfile } from '../profiles/profiles.service.ts';
import { fillWithClosings } from './fill-with-closings.ts';
import { fillWithDues } from './fill-with-dues.ts';
import { fillWithFiles } from './fill-with-files.ts';
import { acknowledgeSamples } from './fill-with-handbook.ts';
import { fillWithOffice } from './fill-with-office.ts';
import { fillWithPosts } from './fill-with-posts.ts';
import { noteFilled } from './filled.ts';
import { type SampleMember, type SampleProfile, sampleAdmin, sampleMembers } from './sample.members.ts';
import type { SampleAuthor } from './sample.posts.ts';

/** Only when the first admin is the only user. */
export async function fillWithMembers(db: Database, brokerage: Brokerage): Promise<void> {
  const members = await inTransaction(db, (transaction) => addMembersAndPosts(transaction, brokerage));
  for (const [actor, member] of members) await addProfile(db, actor, member, brokerage.name);
}

async function addMembersAndPosts(
  transaction: DatabaseTransaction,
  brokerage: Brokerage,
): Promise<[Actor, SampleProfile][]> {
  const [admin, ...others] = await transaction
    .selectFrom('users')
    .select(['id', 'name', 'email', 'created_at as createdAt'])
    .limit(2)
    .execute();
  if (!admin || others.length > 0) return [];
  const members = sampleMembers.map((member): [Actor, SampleMember] => [toActor(newUser(member)), member]);
  await transaction
    .insertInto('users')
    .values(members.map(([actor]) => toUser(actor)))
    .execute();
  const hasProfile = await transaction
    .selectFrom('profiles')
    .select('id')
    .where('user_id', '=', admin.id)
    .executeTakeFirst();
  await noteFilled(transaction, {
    users: members.map(([{ id }]) => id),
    profiles: hasProfile ? [] : [admin.id],
  });
  const ids = new Map<SampleAuthor, string>(members.map(([{ id }, { key }]) => [key, id]));
  await fillWithPosts(transaction, ids.set('admin', admin.id));
  const byAge = members.toSorted(([one], [other]) => one.createdAt.localeCompare(other.createdAt));
  await fillWithOffice(transaction, { admin, members: byAge.map(([{ id }]) => id) });
  const people = byAge.map(([{ id, name }]) => ({ id, name }));
  await acknowledgeSamples(transaction, people);
  await fillWithFiles(transaction, people, admin);
  const byKey = new Map(members.map(([{ id, name }, { key }]) => [key, { id, name }]));
  await fillWithClosings(transaction, { admin, brokerage }, byKey);
  await fillWithDues(transaction, people, admin);
  return hasProfile ? members : [...members, [toActor(admin), sampleAdmin]];
}

type User = Pick<Actor, 'id' | 'name' | 'email' | 'createdAt'>;

const newUser = ({ name, daysAgo }: SampleMember): User => ({
  id: newId(),
  name: `${name} (sample)`,
  email: `${name.toLowerCase().replace(' ', '.')}@example.com`,
  createdAt: fromNow(-daysAgo * day),
});

/** There is no session: the services called here need none. */
const toActor = (user: User): Actor => ({
  ...user,
  emailProven: false,
  avatar: null,
  ...noRights,
  secondFactor: false,
  profile: false,
  session: { id: '', createdAt: user.createdAt, factorProvenAt: null, confirmedAt: null, tokenHash: '' },
});

const toUser = ({ id, name, email, createdAt }: User) => ({
  id,
  name,
  email,
  password_hash: unknownPasswordHash(),
  admin: false,
  suspended_at: null,
  last_sign_in_at: null,
  created_at: createdAt,
});

async function addProfile(
  db: Database,
  actor: Actor,
  { profile, experience, education }: SampleProfile,
  brokerage: string,
): Promise<void> {
  const rules = profilesContract;
  await saveProfile(db, actor, rules['POST /api/profile'].body.parse({ company: brokerage, ...profile }));
  for (const each of experience) {
    const body = rules['PUT /api/profile/experience'].body.parse({ company: brokerage, ...each });
    await addExperience(db, actor, body);
  }
  for (const each of education) {
    await addEducation(db, actor, rules['PUT /api/profile/education'].body.parse(each));
  }
}
