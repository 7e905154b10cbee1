import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, offline } from '../../api.ts';
import { type CopyState, type Obstacle, workingCopySaver } from './working-copy-saver.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A saver whose requests end when the test says so. */
function saver() {
  const requests: { text: string; succeed: () => void; fail: (status: number) => void }[] = [];
  const states: CopyState['kind'][] = [];
  const obstacles: Obstacle[] = [];
  const made = workingCopySaver(
    (text: string) =>
      new Promise<{ at: string }>((resolve, reject) => {
        requests.push({
          text,
          succeed: () => resolve({ at: '2026-11-22T12:00:00.000Z' }),
          fail: (status) => reject(new ApiError(status, offline)),
        });
      }),
    (state) => {
      states.push(state.kind);
      if (state.kind === 'delayed') obstacles.push(state.obstacle);
    },
  );
  return { ...made, requests, states, obstacles, sent: () => requests.map(({ text }) => text) };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('what is typed', () => {
  test('is sent 2 s after typing stops', async () => {
    const { changed, sent, requests, states } = saver();
    changed('a');
    await pass(1900);
    changed('ab');
    await pass(1900);
    expect(sent()).toEqual([]);
    await pass(100);
    expect(sent()).toEqual(['ab']);
    requests[0]?.succeed();
    await pass(0);
    expect(states).toEqual(['waiting', 'waiting', 'saving', 'saved']);
  });

  test('is sent every 4 s while typing goes on', async () => {
    const { changed, sent, requests } = saver();
    for (let second = 0; second < 12; second++) {
      changed(`after ${second} s`);
      await pass(1000);
      requests.at(-1)?.succeed();
    }
    expect(sent()).toEqual(['after 3 s', 'after 7 s', 'after 11 s']);
  });

  test('is sent in one request at a time', async () => {
    const { changed, flush, sent, requests, states } = saver();
    changed('a');
    void flush();
    changed('b');
    await pass(60_000);
    expect(sent()).toEqual(['a']);
    requests[0]?.succeed();
    await pass(0);
    expect(sent()).toEqual(['a', 'b']);
    expect(states.at(-1)).toBe('saving');
    requests[1]?.succeed();
    await pass(0);
    expect(states.at(-1)).toBe('saved');
  });

  test.each([
    [0, 'unreachable'],
    [401, 'signedOut'],
    [408, 'failed'],
    [429, 'tooMany'],
    [503, 'failed'],
  ])('is tried again after %i (%s), the newest only, and less and less often', async (status, obstacle) => {
    const { changed, sent, requests, states, obstacles } = saver();
    changed('a');
    await pass(2000);
    requests[0]?.fail(status);
    await pass(0);
    changed('b');
    await pass(2000);
    requests[1]?.fail(status);
    await pass(2000);
    expect(sent()).toEqual(['a', 'b']);
    await pass(2000);
    requests[2]?.succeed();
    await pass(0);
    expect(sent()).toEqual(['a', 'b', 'b']);
    expect(states.at(-1)).toBe('saved');
    expect(obstacles).toEqual([obstacle, obstacle]);
  });

  test('is not sent over what another window has saved, until that is looked at', async () => {
    const { changed, resume, flush, sent, requests, states } = saver();
    changed('a');
    await pass(2000);
    requests[0]?.fail(412);
    await pass(0);
    changed('b');
    await pass(60_000);
    expect([sent(), states.at(-1)]).toEqual([['a'], 'elsewhere']);
    resume();
    void flush();
    await pass(0);
    expect(sent()).toEqual(['a', 'b']);
  });

  test('is not sent again as it is when the server refuses it', async () => {
    const { changed, sent, requests, states } = saver();
    changed('a');
    await pass(2000);
    requests[0]?.fail(400);
    await pass(60_000);
    expect([sent(), states.at(-1)]).toEqual([['a'], 'refused']);
    changed('b');
    await pass(2000);
    expect(sent()).toEqual(['a', 'b']);
  });

  test('is sent once more at the end, and not tried again', async () => {
    const { changed, close, sent, requests } = saver();
    changed('a');
    void close();
    await pass(0);
    requests[0]?.fail(0);
    await pass(60_000);
    expect(sent()).toEqual(['a']);
  });

  test('is not sent any more after the end', async () => {
    const { changed, stop, sent } = saver();
    changed('a');
    await stop();
    await pass(60_000);
    expect(sent()).toEqual([]);
  });
});
