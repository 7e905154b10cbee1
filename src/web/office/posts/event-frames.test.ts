import { expect, it } from 'vitest';
import { EventFrames } from './event-frames.ts';

const text = 'id: 1\ndata: {"a":1}\n\n:\n\nid: 2\ndata: {"b":"\u2028 x"}\n\n';

it('events are found wherever the chunks of a stream begin and end', () => {
  for (let size = 1; size <= text.length; size++) {
    const frames = new EventFrames();
    const found: string[] = [];
    for (let at = 0; at < text.length; at += size) found.push(...frames.add(text.slice(at, at + size)));
    expect(found).toEqual(['{"a":1}', '{"b":"\u2028 x"}']);
  }
});
