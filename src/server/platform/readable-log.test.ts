import { describe, expect, it } from 'vitest';
import { readableLine, terminalLog } from './readable-log.ts';

const time = new Date(2026, 5, 1, 9, 5, 7).getTime();
const line = (fields: object) =>
  readableLine(`${JSON.stringify({ level: 30, time, pid: 1, hostname: 'h', ...fields })}\n`);

describe('a line of the log on a terminal', () => {
  it('has the time, the level, the message and the fields, without what is the same in every line', () => {
    expect(line({ reqId: 'a-1', method: 'GET', status: 200, msg: 'request' })).toBe(
      '09:05:07 info  request method=GET status=200\n',
    );
  });

  it('has the stack of an error below it', () => {
    const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at x' };
    expect(line({ level: 50, err, msg: 'unexpected fault' })).toBe(
      '09:05:07 ERROR unexpected fault\nError: no\n    at x\n',
    );
  });

  it('stays as it is where it is none of the log', () => {
    expect(readableLine('not JSON\n')).toBe('not JSON\n');
    expect(readableLine('{"level":"high"}\n')).toBe('{"level":"high"}\n');
  });
});

it('is for terminals only', () => {
  const written: string[] = [];
  const output = { write: (text: string) => written.push(text) };
  expect(terminalLog(Object.assign(Object.create(process.stdout), output, { isTTY: false }))).toBeUndefined();
  terminalLog(Object.assign(Object.create(process.stdout), output, { isTTY: true }))?.write('text\n');
  expect(written).toEqual(['text\n']);
});
