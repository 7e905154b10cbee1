/** Posts of the benches: 20 words each, of which few are in most posts and most in few (Zipf), the same in every run. */
const frequent =
  `the a and in to with of for home open house listing on is new at from our sale buyers we this sunday offer two
close bath bedrooms garden kitchen price just market inspection escrow please call street lot school view agents sellers great near
three roof client loan lender photos broker office today week tour city garage pool yard floor windows light family park story built
remodeled counters appraisal contingency deposit title county permit tenant lease rent duplexes townhouse ranch hills beach canyon valley
ocean bay downtown transit shops quiet corner cul sac acre fence patio deck spa solar paint tile oak granite quartz island pantry laundry
closet suite den loft studio attic basement cellar porch balcony terrace driveway carport gate alley avenue lane court drive`.split(
    /\s+/,
  );
const syllables = 'ba ce di fo gu la me ni po ru'.split(' ');
const vocabulary = 6_000;
const words = Array.from({ length: vocabulary }, (_, rank) => frequent[rank] ?? madeWord(rank));

function madeWord(rank: number): string {
  return Array.from(String(rank), (digit) => syllables[Number(digit)]).join('');
}

/** A word of this list, chosen evenly, has the frequency of its rank. */
const byFrequency: string[] = [];
const total = words.reduce((sum, _, rank) => sum + 1 / (rank + 1), 0);
for (let rank = 0, share = 0; rank < vocabulary; rank++) {
  share += 1 / (rank + 1) / total;
  while (byFrequency.length < share * 65_536) byFrequency.push(words[rank] ?? '');
}

/**
 * Words that the benches search for. `apart`: each is in a tenth of the posts, none has both, and no other word begins
 * with either.
 */
export const searchWords = { inMost: 'the', together: 'open house', rare: 'quokka', apart: 'fourplex condo' };

/** The text of post `number` of `posts`. */
export function postText(number: number, posts: number): string {
  let text = '';
  for (let place = 0; place < 18; place++) {
    text += `${byFrequency[scattered(number * 18 + place) & 0xffff] ?? ''}${place === 9 ? '. ' : ' '}`;
  }
  if (number % 10 === 3) text += 'fourplex ';
  if (number % 10 === 7) text += 'condo ';
  if (number % Math.ceil(posts / 3) === 0) text += 'quokka ';
  return text.trim();
}

/** Spreads numbers evenly over 32 bits. */
function scattered(number: number): number {
  let bits = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
