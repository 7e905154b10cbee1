import { sql } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** Profiles, licenses and onboarding. */
export const members = ({ id, timestamp, boolean }: ColumnTypes) => [
  sql`create table profiles (
    user_id ${id} primary key references users (id) on delete cascade,
    id ${id} not null,
    status text not null,
    company text not null,
    website text not null,
    location text not null,
    githubusername text not null,
    bio text not null,
    license text not null,
    phone text not null,
    -- JSON: read and written whole, never queried by element.
    skills text not null,
    service_areas text not null,
    languages text not null,
    social text not null,
    visible text not null,
    hidden ${boolean} not null,
    -- Lower-case skills, areas, company and place, for the directory's search.
    search_text text not null,
    version integer not null,
    created_at ${timestamp} not null,
    updated_at ${timestamp} not null,
    image_id ${id} references images (id)
  )`,
  sql`create index profiles_by_date on profiles (hidden, created_at, id)`,
  sql`create index profiles_by_image on profiles (image_id)`,
  sql`create index profiles_by_status on profiles (hidden, status, created_at, id)`,

  sql`create table experience (
    id ${id} primary key,
    user_id ${id} not null references profiles (user_id) on delete cascade,
    title text not null,
    company text not null,
    location text not null,
    from_day text,
    to_day text,
    is_current ${boolean} not null,
    description text not null
  )`,
  sql`create index experience_by_user on experience (user_id, id)`,

  sql`create table education (
    id ${id} primary key,
    user_id ${id} not null references profiles (user_id) on delete cascade,
    school text not null,
    degree text not null,
    fieldofstudy text not null,
    from_day text,
    to_day text,
    is_current ${boolean} not null,
    description text not null
  )`,
  sql`create index education_by_user on education (user_id, id)`,

  sql`create table licenses (
    user_id ${id} primary key references users (id) on delete cascade,
    number text not null,
    -- A day in Los Angeles, as YYYY-MM-DD.
    expires_on text,
    verified_at ${timestamp},
    verified_by ${id} references users (id) on delete set null,
    -- The days of the last reminder: 90, 60, 30 or 0.
    reminded integer,
    updated_at ${timestamp} not null
  )`,
  sql`create index licenses_by_expiry on licenses (expires_on)`,
  sql`create index licenses_by_verifier on licenses (verified_by)`,

  sql`create table onboarding_template (
    id ${id} primary key,
    plan text not null,
    position integer not null,
    title text not null,
    text text not null,
    who text not null,
    due_days integer not null,
    page text not null,
    page_version integer not null,
    -- The page of the handbook to acknowledge, in place of a copy of its text. Pages are never deleted.
    page_id ${id}
  )`,

  sql`create table onboarding_steps (
    id ${id} primary key,
    user_id ${id} not null references users (id) on delete cascade,
    plan text not null,
    position integer not null,
    title text not null,
    text text not null,
    who text not null,
    -- A day in Los Angeles, as YYYY-MM-DD.
    due_on text not null,
    page text not null,
    page_version integer not null,
    done_at ${timestamp},
    done_by ${id} references users (id) on delete set null,
    created_at ${timestamp} not null,
    -- As of the template.
    page_id ${id}
  )`,
  sql`create index onboarding_steps_by_doer on onboarding_steps (done_by)`,
  // One copy of a template for a member, even when several are made at once.
  sql`create unique index onboarding_steps_once on onboarding_steps (user_id, plan, position)`,
];
