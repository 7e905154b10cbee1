/** Cuts server-sent events out of the text of a stream, wherever its chunks begin and end. */
export class EventFrames {
  #rest = '';

  /** The data of every event that is whole with this chunk; comments, which are heartbeats, have none. */
  add(chunk: string): string[] {
    const frames = (this.#rest + chunk).split('\n\n');
    this.#rest = frames.pop() ?? '';
    return frames.flatMap((frame) => {
      const lines = frame.split('\n').filter((line) => line.startsWith('data:'));
      return lines.length > 0 ? [lines.map((line) => line.slice(5).replace(/^ /, '')).join('\n')] : [];
    });
  }
}
