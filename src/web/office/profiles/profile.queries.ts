import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { avatarUrl } from '../../../shared/images/images.ts';
import type { OwnProfile } from '../../../shared/profiles/profiles.contract.ts';
import { minute } from '../../../shared/time.ts';
import { type Answer, ApiError, api, apiAnswer, etagOf, ifMatch } from '../../api.ts';
import { alerts } from '../../ui/alerts.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';
import { changeUser, currentSession } from '../session/office-session.ts';
import type { EducationBody, ExperienceBody } from './history-form.ts';
import { membersKey } from './members.queries.ts';
import type { ProfileBody } from './profile-form.ts';

export interface ProfileVersion {
  profile: OwnProfile;
  etag: string | undefined;
}

export const ownKey = ['own-profile'];

const toVersion = ({ data, headers }: Answer<OwnProfile>): ProfileVersion => ({
  profile: data,
  etag: etagOf(headers),
});

export const ownProfileQuery = queryOptions({
  queryKey: [...ownKey, 'shown'],
  queryFn: ({ signal }) => readOwnProfile(signal),
});

/** For an editor: read on every opening, never refetched while the user types. */
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

/** Checked first: reading a missing profile is an error. A profile is deleted only with its account. */
async function hasProfile(signal: AbortSignal): Promise<boolean> {
  const session = currentSession();
  if (session.status === 'member' && session.user.profile) return true;
  // Another tab may have created one.
  const { profile } = await api('GET /api/auth', { signal });
  if (profile) changeUser({ profile });
  return profile;
}

/** Every change returns the whole profile: show it everywhere. */
function cacheProfile(client: QueryClient, version: ProfileVersion): void {
  client.setQueriesData<ProfileVersion | null>({ queryKey: ownKey }, version);
  // Removed, not invalidated: after saving, the user's own page must not show the old profile first.
  client.removeQueries({ queryKey: memberQuery(version.profile.user._id).queryKey });
  void client.invalidateQueries({ queryKey: membersKey });
}

interface ProfileSaving {
  body: ProfileBody;
  /** The version that was edited, if any; the server rejects it if a newer one exists. */
  etag: string | undefined;
}

export function useSaveProfile(done: 'Profile Created' | 'Profile Updated') {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: async ({ body, etag }: ProfileSaving) =>
      toVersion(await apiAnswer('POST /api/profile', { body, headers: ifMatch(etag) })),
    onSuccess: (version) => {
      const { image_id } = version.profile;
      cacheProfile(client, version);
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
      cacheProfile(client, version);
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
      cacheProfile(client, version);
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
      cacheProfile(client, version);
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
      cacheProfile(client, version);
      alerts.add({ message: 'Education Removed', type: 'success' });
    },
  });
}

/** A member's profile as others see it. */
export const memberQuery = (id: string) =>
  queryOptions({
    queryKey: [...membersKey, 'profile', id],
    queryFn: ({ signal }) => api('GET /api/profile/user/:id', { params: { id }, signal }),
  });

/** A missing or failed list shows nothing and is not retried (docs/product.md P12.7). */
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

/** Alerts for each message of a rejected save (docs/product.md P9.3); the form handles conflicts. */
function alertMessages(error: unknown): void {
  if (!(error instanceof ApiError) || [0, 401, 412].includes(error.status)) return;
  for (const message of error.messages) alerts.add({ message, type: 'danger' });
}
