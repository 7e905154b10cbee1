import { derivedOfPerson, fact, ofOthers, personal, type RulesOf } from './rules.ts';

export interface ProfileTables {
  profiles: ProfileRow;
  licenses: LicenseRow;
  experience: ExperienceRow;
  education: EducationRow;
}

export interface ProfileRow {
  user_id: string;
  id: string;
  status: string;
  company: string;
  website: string;
  location: string;
  githubusername: string;
  bio: string;
  image_id: string | null;
  license: string;
  phone: string;
  /** JSON: arrays of strings, links by network, visibility by field. */
  skills: string;
  service_areas: string;
  languages: string;
  social: string;
  visible: string;
  /** Excluded from the directory. */
  hidden: boolean;
  search_text: string;
  version: number;
  created_at: string;
  updated_at: string;
}

export const profileColumns = [
  'user_id',
  'id',
  'status',
  'company',
  'website',
  'location',
  'githubusername',
  'bio',
  'image_id',
  'license',
  'phone',
  'skills',
  'service_areas',
  'languages',
  'social',
  'visible',
  'hidden',
  'search_text',
  'version',
  'created_at',
  'updated_at',
] as const satisfies (keyof ProfileRow)[];

export interface LicenseRow {
  user_id: string;
  /**
   * 8 digits, or ''. Members without this row have the number only in `profiles.license`, which is the same otherwise.
   */
  number: string;
  /** YYYY-MM-DD. */
  expires_on: string | null;
  verified_at: string | null;
  verified_by: string | null;
  /** Days before the expiry of the last reminder. */
  reminded: number | null;
  updated_at: string;
}

interface PeriodColumns {
  id: string;
  user_id: string;
  /** YYYY-MM-DD. */
  from_day: string | null;
  to_day: string | null;
  is_current: boolean;
  description: string;
}

export interface ExperienceRow extends PeriodColumns {
  title: string;
  company: string;
  location: string;
}

export const experienceColumns = [
  'id',
  'user_id',
  'from_day',
  'to_day',
  'is_current',
  'description',
  'title',
  'company',
  'location',
] as const satisfies (keyof ExperienceRow)[];

export interface EducationRow extends PeriodColumns {
  school: string;
  degree: string;
  fieldofstudy: string;
}

export const educationColumns = [
  'id',
  'user_id',
  'from_day',
  'to_day',
  'is_current',
  'description',
  'school',
  'degree',
  'fieldofstudy',
] as const satisfies (keyof EducationRow)[];

export const profileRules: RulesOf<ProfileTables> = {
  profiles: {
    holds: 'profiles of members',
    category: 'profile',
    person: { user_id: 'user' },
    columns: {
      user_id: fact,
      id: fact,
      status: personal('professional status'),
      company: personal('company'),
      website: personal('website'),
      location: personal('location'),
      githubusername: personal('GitHub name'),
      bio: personal('biography'),
      image_id: personal('photo'),
      license: personal('license number'),
      phone: personal('phone number'),
      skills: personal('skills'),
      service_areas: personal('service areas'),
      languages: personal('languages'),
      social: personal('links to social networks'),
      visible: fact,
      hidden: fact,
      search_text: derivedOfPerson,
      version: derivedOfPerson,
      created_at: fact,
      updated_at: fact,
    },
  },
  licenses: {
    holds: 'license numbers with their dates',
    category: 'profile',
    person: { user_id: 'user', verified_by: 'user' },
    stays: 'that a license was verified, without who did it',
    columns: {
      user_id: fact,
      number: personal('license number'),
      expires_on: personal('date when the license expires'),
      verified_at: fact,
      verified_by: { ...ofOthers, erased: 'unlinked' },
      reminded: derivedOfPerson,
      updated_at: fact,
    },
  },
  experience: {
    holds: 'work experience in profiles',
    category: 'profile',
    person: { user_id: 'user' },
    columns: {
      id: fact,
      user_id: fact,
      title: personal('work experience'),
      company: fact,
      location: fact,
      from_day: fact,
      to_day: fact,
      is_current: fact,
      description: fact,
    },
  },
  education: {
    holds: 'education in profiles',
    category: 'profile',
    person: { user_id: 'user' },
    columns: {
      id: fact,
      user_id: fact,
      school: personal('education'),
      degree: fact,
      fieldofstudy: fact,
      from_day: fact,
      to_day: fact,
      is_current: fact,
      description: fact,
    },
  },
};
