import { z } from 'zod';
import type { Repository } from '../../../shared/profiles/profiles.contract.ts';
import { minute } from '../../../shared/time.ts';
import { notFound } from '../../platform/http-error.ts';

const waitTimeout = 3000;
const cacheTime = 10 * minute;
const maxCached = 1000;

const repositoriesSchema = z.array(
  z.object({
    id: z.int(),
    name: z.string(),
    html_url: z.url({ protocol: /^https$/ }),
    description: z.string().nullable(),
    stargazers_count: z.int(),
    watchers_count: z.int(),
    forks_count: z.int(),
  }),
);

interface CacheEntry {
  at: number;
  repositories: Promise<Repository[]>;
}

/**
 * Fetches members' repositories from one fixed host, with a time limit. Caches results, errors included, for ten
 * minutes, so that users cannot cause repeated requests.
 */
export class GithubRepositories {
  readonly #host: string;
  readonly #cached = new Map<string, CacheEntry>();

  constructor(host: string) {
    this.#host = host;
  }

  /** The five newest. @throws 404 'Github profile not found', also when the host is down or slow */
  newest(username: string): Promise<Repository[]> {
    const key = username.toLowerCase();
    const known = this.#cached.get(key);
    if (known && Date.now() - known.at < cacheTime) return known.repositories;
    const repositories = this.#request(key);
    // The caller handles the rejection; the cached promise must not count as unhandled.
    repositories.catch(() => {});
    this.#cached.delete(key);
    this.#cached.set(key, { at: Date.now(), repositories });
    const oldest = this.#cached.keys().next();
    if (this.#cached.size > maxCached && !oldest.done) this.#cached.delete(oldest.value);
    return repositories;
  }

  async #request(username: string): Promise<Repository[]> {
    try {
      const response = await fetch(
        `${this.#host}/users/${username}/repos?per_page=5&sort=created&direction=desc`,
        {
          headers: { accept: 'application/vnd.github+json', 'user-agent': 'flat-fee-brokerage' },
          redirect: 'error',
          signal: AbortSignal.timeout(waitTimeout),
        },
      );
      if (!response.ok) throw new Error(`Answered ${response.status}`);
      const repositories = repositoriesSchema.parse(await response.json());
      return repositories.slice(0, 5).map((each) => ({ ...each, description: each.description ?? '' }));
    } catch {
      throw notFound('Github profile');
    }
  }
}
