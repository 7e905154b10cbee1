import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { avatarUrl } from '../../../shared/images.ts';
import type { OwnProfile } from '../../../shared/profiles.contract.ts';
import { minute } from '../../../shared/time.ts';
import { type Answer, ApiError, api, apiAnswer } from '../../api.ts';
import { alerts } from '../../ui/alerts.ts';
import { changeUser, currentSession } from '../session/office-session.ts';
import { useSingleMutation } from '../useSingleMutation.ts';
import type { EducationBody, ExperienceBody } from './history-form.ts';
import { membersKey } from './members.queries.ts';
import type { ProfileBody } from './profile-form.ts';

/** One's own profile with the ETag that its editor sends back. */
export interface ProfileVersion {
  profile: OwnProfile;
  etag: string | undefined;
}

const ownKey = ['own-profile'];

const toVersion = ({ data, headers }: Answer<OwnProfile>): ProfileVersion => ({
  profile: data,
  etag: headers.get('etag') ?? undefined,
});

/** Null for a member who has none yet. */
export const ownProfileQuery = queryOptions({
  queryKey: [...ownKey, 'shown'],
  queryFn: ({ signal }) => readOwnProfile(signal),
});

/** For an editor: read anew each time it opens, and never under the hands of somebody who types. */
export const editedProfileQuery = queryOptions({
  queryKey: [...ownKey, 'edited'],
  queryFn: ({ signal }) => readOwnProfile(signal),
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
});

async function readOwnProfile(signal: AbortSignal): Promise<ProfileVersion | null> {
  if (!(await hasProfile(signal))) return null;
  return toVersion(await apiAnswer('GET /api/profile/me', { signal }));
}

/** Asked first, as reading a profile that is not there is an error. A profile never goes but with the account. */
async function hasProfile(signal: AbortSignal): Promise<boolean> {
  const session = currentSession();
  if (session.status === 'member' && session.user.profile) return true;
  // Another tab may have made one since.
  const { profile } = await api('GET /api/auth', { signal });
  if (profile) changeUser({ profile });
  return profile;
}

/** The answer of every change is the whole profile, which then stands wherever the profile is shown. */
function keep(client: QueryClient, version: ProfileVersion): void {
  client.setQueriesData<ProfileVersion | null>({ queryKey: ownKey }, version);
  // Removed, not only out of date: one's own page is where saving leads, and must not begin with what was before.
  client.removeQueries({ queryKey: memberQuery(version.profile.user._id).queryKey });
  void client.invalidateQueries({ queryKey: membersKey });
}

interface ProfileSaving {
  body: ProfileBody;
  /** The version that was edited, if there was one; the server refuses when there is a newer one. */
  etag: string | undefined;
}

export function useSaveProfile(done: 'Profile Created' | 'Profile Updated') {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: async ({ body, etag }: ProfileSaving) =>
      toVersion(
        await apiAnswer('POST /api/profile', { body, ...(etag && { headers: { 'if-match': etag } }) }),
      ),
    onSuccess: (version) => {
      const { image_id } = version.profile;
      keep(client, version);
      changeUser({ avatar: image_id && avatarUrl(image_id), profile: true });
      alerts.add({ message: done, type: 'success' });
    },
    onError: alertMessages,
  });
}

export function useAddExperience() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: async (body: ExperienceBody) =>
      toVersion(await apiAnswer('PUT /api/profile/experience', { body })),
    onSuccess: (version) => {
      keep(client, version);
      alerts.add({ message: 'Experience Added', type: 'success' });
    },
    onError: alertMessages,
  });
}

export function useAddEducation() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: async (body: EducationBody) =>
      toVersion(await apiAnswer('PUT /api/profile/education', { body })),
    onSuccess: (version) => {
      keep(client, version);
      alerts.add({ message: 'Education Added', type: 'success' });
    },
    onError: alertMessages,
  });
}

export function useRemoveExperience() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: async (id: string) =>
      toVersion(await apiAnswer('DELETE /api/profile/experience/:id', { params: { id } })),
    onSuccess: (version) => {
      keep(client, version);
      alerts.add({ message: 'Experience Removed', type: 'success' });
    },
  });
}

export function useRemoveEducation() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: async (id: string) =>
      toVersion(await apiAnswer('DELETE /api/profile/education/:id', { params: { id } })),
    onSuccess: (version) => {
      keep(client, version);
      alerts.add({ message: 'Education Removed', type: 'success' });
    },
  });
}

/** A member's profile as others see it, one's own too. */
export const memberQuery = (id: string) =>
  queryOptions({
    queryKey: [...membersKey, 'profile', id],
    queryFn: ({ signal }) => api('GET /api/profile/user/:id', { params: { id }, signal }),
  });

/** Absent or failing, there is nothing to show and nothing to try again (docs/product.md P12.7). */
export const repositoriesQuery = (username: string) =>
  queryOptions({
    queryKey: ['repositories', username],
    queryFn: ({ signal }) => api('GET /api/profile/github/:username', { params: { username }, signal }),
    enabled: username !== '',
    retry: false,
    staleTime: 10 * minute,
  });

export const newestPostsQuery = (user: string) =>
  queryOptions({
    queryKey: ['newest-posts', user],
    queryFn: ({ signal }) => api('GET /api/posts', { query: { user, limit: 5 }, signal }),
  });

/**
 * Shows each message of a refused save as an alert (docs/product.md P9.3); they stay beside the fields as well. A
 * lost update is settled in the form, and a server out of reach has said nothing.
 */
function alertMessages(error: unknown): void {
  if (!(error instanceof ApiError) || [0, 401, 412].includes(error.status)) return;
  for (const message of error.messages) alerts.add({ message, type: 'danger' });
}
