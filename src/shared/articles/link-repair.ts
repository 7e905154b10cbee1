const tail = new Set([...' .,;:!?\'"<>()[]{}*»›”’。、）」』】\u00a0\u200b']);

/** Without what stood behind a link in a text and was taken for its end: a full stop, a bracket, a quote. */
export function withoutTail(text: string): string {
  const characters = [...text];
  while (tail.has(characters.at(-1) ?? '')) characters.pop();
  return characters.join('');
}

/** The secret of a link that stood behind its `#`: what an email program made of that sign or put behind it is no part of it. */
export const fragmentToken = (hash: string): string => /^(?:#|%23)*([\w-]*)/i.exec(hash)?.[1] ?? '';

/** Names and values of a link's query, whose `&` may have become `&amp;`, with a second query or fragment in the last value. */
export const repairedPair = ([name, value]: readonly [string, unknown]): [string, unknown] => [
  name.replace(/^(?:amp;)+/, ''),
  typeof value === 'string' ? withoutTail(value.split(/[?#]/, 1)[0] ?? '') : value,
];
