/** Profiles as the wire shows them. A field that its member may hide belongs into `visibleOf`. */

import type {
  Education,
  Experience,
  OwnProfile,
  Profile,
} from '../../../shared/profiles/profiles.contract.ts';
import { columnsOf } from '../../platform/db/columns-of.ts';
import type { Database } from '../../platform/db/database.ts';
import { dialedBy } from '../../platform/phone.ts';
import {
  type EducationRow,
  type ExperienceRow,
  educationColumns,
  experienceColumns,
  type ProfileRow,
  profileColumns,
} from '../../tables/profiles.ts';
import { toVerification } from '../licenses/licenses.service.ts';

export type ProfileWithUser = ProfileRow & {
  name: string;
  email: string;
  avatar_url: string | null;
  license_number: string | null;
  verified_at: string | null;
  verified_by: string | null;
};

export const profileRows = (db: Database) =>
  db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .leftJoin('licenses', 'licenses.user_id', 'profiles.user_id')
    .leftJoin('users as verifier', 'verifier.id', 'licenses.verified_by')
    .select(columnsOf('profiles', profileColumns))
    .select(['users.name', 'users.email', 'users.avatar_url'])
    .select(['licenses.number as license_number', 'licenses.verified_at', 'verifier.name as verified_by']);

export async function findProfile(db: Database, userId: string) {
  const row = await profileRows(db).where('profiles.user_id', '=', userId).executeTakeFirst();
  if (!row) return undefined;
  const [experience, education] = await Promise.all([
    db
      .selectFrom('experience')
      .select(experienceColumns)
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .execute(),
    db
      .selectFrom('education')
      .select(educationColumns)
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .execute(),
  ]);
  return { row, experience, education };
}

export type WholeProfile = NonNullable<Awaited<ReturnType<typeof findProfile>>>;

export function toProfile({ row, experience, education }: WholeProfile): Profile {
  const visible = visibleOf(row);
  return {
    _id: row.id,
    user: { _id: row.user_id, name: row.name, avatar: row.avatar_url },
    image_id: row.image_id,
    status: row.status,
    company: row.company,
    website: row.website,
    location: row.location,
    skills: JSON.parse(row.skills),
    githubusername: row.githubusername,
    bio: row.bio,
    social: JSON.parse(row.social),
    experience: experience.map(toExperience),
    education: education.map(toEducation),
    license: shownLicense(row),
    licenseVerified: visible.license ? toVerification(row.verified_at, row.verified_by) : null,
    phone: visible.phone ? row.phone : '',
    dial: visible.phone ? dialedBy(row.phone) : '',
    email: visible.email ? row.email : '',
    serviceAreas: JSON.parse(row.service_areas),
    languages: JSON.parse(row.languages),
    date: row.created_at,
  };
}

export function toOwnProfile(whole: WholeProfile): OwnProfile {
  const { phone, email, hidden, verified_at, verified_by } = whole.row;
  return {
    ...toProfile(whole),
    license: licenseOf(whole.row),
    licenseVerified: toVerification(verified_at, verified_by),
    phone,
    dial: dialedBy(phone),
    email,
    hidden,
    visible: visibleOf(whole.row),
  };
}

/** Members without a row of the license have the number only in the profile. */
const licenseOf = (row: ProfileWithUser): string => row.license_number ?? row.license;

/** '' where the member hides it. */
export const shownLicense = (row: ProfileWithUser): string => (visibleOf(row).license ? licenseOf(row) : '');

/** The license number is visible by default, the rest is hidden. */
function visibleOf(row: Pick<ProfileRow, 'visible'>): OwnProfile['visible'] {
  return { email: false, phone: false, license: true, ...JSON.parse(row.visible) };
}

const toExperience = (row: ExperienceRow): Experience => ({
  _id: row.id,
  title: row.title,
  company: row.company,
  location: row.location,
  ...periodOf(row),
});

const toEducation = (row: EducationRow): Education => ({
  _id: row.id,
  school: row.school,
  degree: row.degree,
  fieldofstudy: row.fieldofstudy,
  ...periodOf(row),
});

const periodOf = (row: ExperienceRow | EducationRow) => ({
  from: row.from_day,
  to: row.to_day,
  current: row.is_current,
  description: row.description,
});
