import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeToken } from '../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import type { Post } from '../../../shared/posts.contract.ts';
import type { DirectoryEntry } from '../../../shared/profiles.contract.ts';
import { fillWithSamples } from './fill-with-samples.ts';

let server: TestServer;
let token: string;

beforeEach(async () => {
  server = await testServer();
  token = await makeToken(server.db, { name: 'Sample Admin', admin: true });
});
afterEach(() => server.stop());

const read = async <T>(path: `/api/${string}`): Promise<T[]> =>
  (await server.call(`GET ${path}`, { token })).body;

describe('sample content', () => {
  it('has members with profiles, marked as sample, who cannot sign in', async () => {
    await fillWithSamples(server.db, 'Homequest');
    const members = await read<DirectoryEntry>('/api/profile');
    expect(members.length).toBe(6);
    for (const { user, company, skills } of members) {
      expect(user.name).toMatch(/ \(sample\)$/);
      expect(company).toBe('Homequest');
      expect(skills.length).toBeGreaterThan(2);
      const { body } = await server.call(`GET /api/profile/user/${user._id}`, { token });
      expect(body.experience[0]).toMatchObject({ company: 'Homequest', current: true });
    }
    const users = await read<{ email: string; state: string }>('/api/users');
    expect(new Set(users.map(({ state }) => state))).toEqual(new Set(['active']));
    expect(users.every(({ email }) => email.endsWith('@example.com'))).toBe(true);
    const body = { email: 'grace.pham@example.com', password: 'correct horse battery' };
    expect((await server.call('POST /api/auth', { body })).status).toBe(400);
  });

  it('has posts whose numbers are right, one of the admin’s pinned, and which search finds', async () => {
    await fillWithSamples(server.db, 'Homequest');
    const posts = await read<Post>('/api/posts');
    expect(posts.length).toBe(12);
    expect(posts.filter(({ pinned }) => pinned).map(({ name }) => name)).toEqual(['Sample Admin']);
    const now = new Date().toISOString();
    for (const { likes, likeCount, comments, commentCount, date } of posts) {
      expect(likeCount).toBe(likes.length);
      expect(commentCount).toBe(comments.length);
      for (const comment of comments) expect(comment.date > date && comment.date < now).toBe(true);
    }
    expect((await read<Post>('/api/posts?search=probate')).length).toBe(1);
  });

  it('comes once, and only when the first admin is the only user', async () => {
    await makeToken(server.db);
    await fillWithSamples(server.db, 'Homequest');
    expect((await read('/api/articles')).length).toBe(12);
    expect(await read('/api/posts')).toEqual([]);
    await fillWithSamples(server.db, 'Homequest');
    expect((await read('/api/articles')).length).toBe(12);
  });

  it('stays away once it is deleted', async () => {
    await fillWithSamples(server.db, 'Homequest');
    const testimonials = (await read('/api/testimonials')).length;
    for (const { _id } of await read<{ _id: string }>('/api/articles')) {
      expect((await server.call(`DELETE /api/articles/${_id}`, { token })).status).toBe(200);
    }
    await fillWithSamples(server.db, 'Homequest');
    expect(await read('/api/articles')).toEqual([]);
    expect((await read('/api/testimonials')).length).toBe(testimonials);
  });

  it('leaves content alone that is not of its making', async () => {
    const body = { name: 'Ana Ortiz', testimonial: 'They called back.' };
    await server.call('POST /api/testimonials', { token, body });
    await fillWithSamples(server.db, 'Homequest');
    expect(await read('/api/articles')).toEqual([]);
    expect(await read('/api/testimonials')).toMatchObject([body]);
  });

  it('comes once to two that start at the same time', async () => {
    // Open connections first: opening one takes longer than filling the database.
    await Promise.all([1, 2, 3, 4].map(() => read('/api/users')));
    await Promise.all([1, 2].map(() => fillWithSamples(server.db, 'Homequest')));
    expect((await read('/api/articles')).length).toBe(12);
    expect((await read('/api/profile')).length).toBe(6);
  });
});
