import type { SampleMemberKey } from './sample.members.ts';

export type SampleAuthor = SampleMemberKey | 'admin';

export interface SamplePost {
  by: SampleAuthor;
  hoursAgo: number;
  text: string;
  pinned?: boolean;
  likes?: SampleAuthor[];
  comments?: { by: SampleAuthor; hoursLater: number; text: string }[];
}

/** Oldest first. */
export const samplePosts: SamplePost[] = [
  {
    by: 'kevin',
    hoursAgo: 611,
    text: 'For anyone new here: put your license number on the sign, the card and the web page before the first open house. I keep a one-page list of where it has to stand. Write to me and I send it over.',
    likes: ['grace', 'lupe', 'renee', 'admin'],
    comments: [
      { by: 'grace', hoursLater: 3, text: 'Your list saved me a reprint last spring. Thank you again.' },
    ],
  },
  {
    by: 'admin',
    hoursAgo: 506,
    pinned: true,
    text: 'Welcome to the members’ feed. Three things to know:\n\n1. Closing packages that are complete by noon are looked at the same day.\n2. Questions about a file go to the office, not into a post: clients’ names do not belong here.\n3. A filled-in profile is how colleagues find you for referrals. Yours is under “My profile”.',
    likes: ['derek', 'lupe', 'grace', 'kevin', 'yasmin', 'renee'],
    comments: [
      { by: 'renee', hoursLater: 2, text: 'Complete means signed on every page. Initials count, too.' },
      { by: 'derek', hoursLater: 20, text: 'Good to have this in one place.' },
    ],
  },
  {
    by: 'grace',
    hoursAgo: 458,
    text: 'Lease season near the university starts in January, not in June. If you have owners with two or more bedrooms within walking distance of campus, I have tenants who ask now.',
    likes: ['lupe', 'kevin'],
  },
  {
    by: 'derek',
    hoursAgo: 390,
    text: 'Probate sale closed on Friday after fourteen weeks. What helped: ordering the preliminary title report before listing. It showed a reconveyance from 1998 that was never recorded, and we had it cleared before the first offer.',
    likes: ['yasmin', 'renee', 'kevin', 'lupe'],
    comments: [
      { by: 'yasmin', hoursLater: 5, text: 'Did the lender still exist?' },
      {
        by: 'derek',
        hoursLater: 6,
        text: 'Merged twice. The title officer found the successor within a day.',
      },
      { by: 'renee', hoursLater: 26, text: 'I am adding “old liens” to my intake form. Thank you.' },
    ],
  },
  {
    by: 'renee',
    hoursAgo: 315,
    text: 'Reminder: escrow offices close early before a holiday. If your client wants to close ahead of the next long weekend, send me the dates this week rather than next.',
    likes: ['kevin', 'derek', 'grace', 'yasmin'],
  },
  {
    by: 'lupe',
    hoursAgo: 268,
    text: 'Looking for a colleague in Fresno County: my clients are moving there in two months, up to $420,000, three bedrooms, FHA. They would like someone who speaks Spanish.',
    likes: ['renee'],
    comments: [
      {
        by: 'renee',
        hoursLater: 1,
        text: 'I coordinate here and know who answers the phone. I will call you this afternoon.',
      },
      { by: 'lupe', hoursLater: 8, text: 'Found someone within a day. This feed works.' },
    ],
  },
  {
    by: 'yasmin',
    hoursAgo: 221,
    text: 'Does anyone have a good explanation of supplemental property tax bills for buyers? Mine always think the second one is a mistake.',
    likes: ['grace', 'lupe'],
    comments: [
      {
        by: 'kevin',
        hoursLater: 4,
        text: 'I draw two boxes: the old assessed value and the new one. The bill is the difference, for the rest of the tax year.',
      },
      { by: 'yasmin', hoursLater: 5, text: 'Two boxes. I am stealing that.' },
    ],
  },
  {
    by: 'kevin',
    hoursAgo: 149,
    text: 'We have moved our team’s open houses to Saturday mornings from ten to noon. Twice as many visitors as Sunday afternoons over the last six weekends. A small sample, but we are keeping it.',
    likes: ['lupe', 'grace', 'derek'],
    comments: [{ by: 'lupe', hoursLater: 12, text: 'Same here in Claremont since the summer.' }],
  },
  {
    by: 'grace',
    hoursAgo: 97,
    text: 'The couple whose lease I wrote two years ago closed on their first house today. They sent a picture of the keys on the kitchen counter. Nothing else to say.',
    likes: ['kevin', 'lupe', 'renee', 'yasmin', 'derek', 'admin'],
    comments: [
      { by: 'kevin', hoursLater: 1, text: 'That is the whole job in one picture.' },
      { by: 'yasmin', hoursLater: 3, text: 'Congratulations to all three of you.' },
    ],
  },
  {
    by: 'derek',
    hoursAgo: 52,
    text: 'I have a spare lockbox and two “coming soon” riders from my last listing in Redondo Beach. Free to anyone who picks them up this week.',
    comments: [{ by: 'lupe', hoursLater: 7, text: 'I am in Torrance on Thursday and take the lockbox.' }],
  },
  {
    by: 'renee',
    hoursAgo: 27,
    text: 'Four closing packages went out complete yesterday, and all four agents have been paid today. The one thing they had in common: the wire instructions were confirmed by phone before the last week.',
    likes: ['derek', 'grace', 'yasmin', 'admin'],
  },
  {
    by: 'lupe',
    hoursAgo: 4,
    text: 'Broker preview on Wednesday at eleven: a 1952 ranch house in Chino with the original tile, four bedrooms, and an orange tree that pays its own water bill. Come and tell me what you would ask for it.',
    likes: ['grace', 'kevin'],
    comments: [{ by: 'derek', hoursLater: 2, text: 'I will be there. Original tile sells itself.' }],
  },
];
