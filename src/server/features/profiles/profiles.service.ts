/** A member's own profile. A field that the directory searches belongs into `search_text`. */

import { avatarUrl } from '../../../shared/images/images.ts';
import type { OwnProfile, Profile, ProfileFields } from '../../../shared/profiles/profiles.contract.ts';
import { type SocialNetwork, socialNetworks } from '../../../shared/profiles/social-address.ts';
import { searchForm } from '../../../shared/search/search-form.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { demandVersion } from '../../platform/http/versions.ts';
import { invalid, notFound } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import type { ProfileRow } from '../../tables/profiles.ts';
import { referToImage } from '../images/images.service.ts';
import { saveLicenseNumber } from '../licenses/licenses.service.ts';
import { tellOfLinked } from '../member-files/linked-staff.ts';
import { findProfile, toOwnProfile, toProfile, type WholeProfile } from './profile-rows.ts';

export interface VersionedProfile {
  profile: OwnProfile;
  version: number;
}

/** @throws 400 'There is no profile for this user' */
export async function ownProfile(db: Database, actor: Actor): Promise<VersionedProfile> {
  return versioned(await findProfile(db, actor.id));
}

/** A member's profile as others see it. @throws 404 'Profile not found' */
export async function memberProfile(db: Database, userId: string): Promise<Profile> {
  const whole = await findProfile(db, userId);
  if (!whole) throw notFound('Profile');
  return toProfile(whole);
}

/**
 * Creates one's own profile or changes the given fields; concurrent calls make one profile.
 * @param telling for admins who learn of a license number of someone of the office
 * @throws 412 on a conflict with If-Match; 400 'Image is not known'
 */
export async function saveProfile(
  db: Database,
  actor: Actor,
  fields: ProfileFields,
  expectedVersions?: number[],
  telling?: Pick<Parts, 'config' | 'sealing' | 'mails'>,
): Promise<VersionedProfile> {
  const saved = await inTransaction(db, async (transaction) => {
    await transaction
      .insertInto('profiles')
      .values(emptyProfile(actor.id))
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .execute();
    await nextVersion(transaction, actor, expectedVersions);
    const before = versioned(await findProfile(transaction, actor.id));
    await usePhoto(transaction, actor, fields.image_id);
    const linked =
      fields.license === undefined
        ? undefined
        : await saveLicenseNumber(transaction, actor.id, fields.license);
    await transaction
      .updateTable('profiles')
      .set(changedColumns(fields, before.profile))
      .where('user_id', '=', actor.id)
      .execute();
    if (linked && telling) await tellOfLinked(transaction, telling, actor, linked);
    return versioned(await findProfile(transaction, actor.id));
  });
  telling?.mails.wake();
  return saved;
}

/** Locks the profile; first in every change. @throws 400 'There is no profile for this user'; 412 on a conflict */
export async function nextVersion(
  transaction: DatabaseTransaction,
  actor: Actor,
  expectedVersions?: number[],
): Promise<void> {
  const profile = await transaction
    .updateTable('profiles')
    .set((row) => ({ version: row('version', '+', 1), updated_at: now() }))
    .where('user_id', '=', actor.id)
    .returning('version')
    .executeTakeFirst();
  if (!profile) throw invalid('There is no profile for this user');
  demandVersion('Profile', profile.version - 1, expectedVersions);
}

/** Undefined leaves the picture as it is. */
async function usePhoto(
  transaction: DatabaseTransaction,
  actor: Actor,
  image_id: string | null | undefined,
): Promise<void> {
  if (image_id === undefined) return;
  if (image_id !== null) await referToImage(transaction, image_id, 'portrait');
  await transaction
    .updateTable('users')
    .set({ avatar_url: image_id && avatarUrl(image_id) })
    .where('id', '=', actor.id)
    .execute();
}

export function versioned(whole: WholeProfile | undefined): VersionedProfile {
  if (!whole) throw invalid('There is no profile for this user');
  return { profile: toOwnProfile(whole), version: whole.row.version };
}

/**
 * Notes the phone number that someone gave on joining, which only they can show: in a profile of its own, or in theirs if it
 * has none. Call it in the transaction of the cause.
 */
export async function notePhone(
  transaction: DatabaseTransaction,
  userId: string,
  { phone, license }: { phone: string; license: string },
): Promise<void> {
  if (phone === '') return;
  const begun = { ...emptyProfile(userId), status: 'Real Estate Agent', license, phone, version: 1 };
  const made = await transaction
    .insertInto('profiles')
    .values(begun)
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) return;
  await transaction
    .updateTable('profiles')
    .set((row) => ({ phone, version: row('version', '+', 1), updated_at: now() }))
    .where('user_id', '=', userId)
    .where('phone', '=', '')
    .execute();
}

/** The row of a profile that its member wrote elsewhere at `moment`. */
export function newProfile(userId: string, id: string, fields: ProfileFields, moment: string): ProfileRow {
  const empty = { ...emptyProfile(userId, moment), id, version: 1 };
  const person = { name: '', email: '', avatar_url: null };
  const noLicense = { license_number: null, verified_at: null, verified_by: null };
  const before = toOwnProfile({ row: { ...empty, ...person, ...noLicense }, experience: [], education: [] });
  return { ...empty, ...changedColumns(fields, before) };
}

function emptyProfile(userId: string, moment = now()): ProfileRow {
  return {
    user_id: userId,
    id: newId(),
    status: '',
    company: '',
    website: '',
    location: '',
    githubusername: '',
    bio: '',
    image_id: null,
    license: '',
    phone: '',
    skills: '[]',
    service_areas: '[]',
    languages: '[]',
    social: '{}',
    visible: '{}',
    hidden: false,
    search_text: '',
    version: 0,
    created_at: moment,
    updated_at: moment,
  };
}

/** Never set by a change: `nextVersion` counts and dates it. */
type FixedColumn = 'user_id' | 'id' | 'version' | 'created_at' | 'updated_at';

/** Exhaustive by type: a forgotten field does not compile. */
function changedColumns(
  { social, twitter, facebook, linkedin, youtube, instagram, ...fields }: ProfileFields,
  before: OwnProfile,
): Omit<ProfileRow, FixedColumn> {
  const links = { twitter, facebook, linkedin, youtube, instagram };
  const after: Required<typeof fields> = {
    status: fields.status,
    skills: fields.skills,
    company: fields.company ?? before.company,
    website: fields.website ?? before.website,
    location: fields.location ?? before.location,
    githubusername: fields.githubusername ?? before.githubusername,
    bio: fields.bio ?? before.bio,
    image_id: fields.image_id === undefined ? before.image_id : fields.image_id,
    license: fields.license ?? before.license,
    phone: fields.phone ?? before.phone,
    serviceAreas: fields.serviceAreas ?? before.serviceAreas,
    languages: fields.languages ?? before.languages,
    visible: { ...before.visible, ...fields.visible },
    hidden: fields.hidden ?? before.hidden,
  };
  const { skills, serviceAreas, languages, visible, ...columns } = after;
  return {
    ...columns,
    skills: JSON.stringify(skills),
    service_areas: JSON.stringify(serviceAreas),
    languages: JSON.stringify(languages),
    social: JSON.stringify(socialLinks({ ...links, social }, before)),
    visible: JSON.stringify(visible),
    search_text: searchForm(
      [...skills, ...serviceAreas, ...languages, after.company, after.location].join('\n'),
    ),
  };
}

/** Links may come flat or inside `social`, as the contract allows; a blank one is removed. */
function socialLinks(
  fields: Pick<ProfileFields, SocialNetwork | 'social'>,
  before: OwnProfile,
): OwnProfile['social'] {
  const links = socialNetworks.flatMap((network) => {
    const link = fields[network] ?? fields.social?.[network] ?? before.social[network];
    return link ? [[network, link] as const] : [];
  });
  return Object.fromEntries(links);
}
