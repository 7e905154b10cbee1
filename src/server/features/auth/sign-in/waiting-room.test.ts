import { expect, it } from 'vitest';
import { waitingRoom } from './waiting-room.ts';

const anHour = 3_600_000;

it('releases the oldest caller early when one too many comes', async () => {
  const wait = waitingRoom(2);
  const left: number[] = [];
  const come = (number: number) => wait(anHour).then(() => left.push(number));
  const first = come(1);
  void come(2);
  void come(3);
  await first;
  expect(left).toEqual([1]);
  const second = come(4);
  void second;
  await Promise.resolve();
  await Promise.resolve();
  expect(left).toEqual([1, 2]);
});

it('does not delay a wait of 0', async () => {
  await waitingRoom(0)(0);
});

it('ends by itself, in the order of the times', async () => {
  const wait = waitingRoom(10);
  const left: number[] = [];
  await Promise.all([20, 1].map((time) => wait(time).then(() => left.push(time))));
  expect(left).toEqual([1, 20]);
});
