import { fillIn, type SampleFigures } from './sample-figures.ts';

export interface SampleTestimonial {
  name: string;
  testimonial: string;
}

const testimonials: SampleTestimonial[] = [
  {
    name: 'Marisol Vega',
    testimonial:
      'Escrow sent the closing package on a Tuesday morning and I was paid on Wednesday. I had planned around a payroll run, because that is what I was used to. Now I tell my landlord a date and mean it.',
  },
  {
    name: 'Derek Nakamura',
    testimonial:
      'I ran my last five closings through the fee table before I said yes. On a $700,000 sale it was {{saleFee}} plus {{insurance}} for E&O, and the rest of the commission was mine. After years on a split I kept looking for the catch. I am still here.',
  },
  {
    name: 'Anita Krishnan',
    testimonial: 'I asked one question. A broker answered it. That day.',
  },
  {
    name: 'Thomas Okafor',
    testimonial:
      'My mother was ill last year and I closed two sales in eleven months. No one called about a quota, and no monthly fee kept coming while I was away. When I was ready to work again my license was where I had left it. For a person with a family, that matters more than any award on a wall. This year I am back to about a sale a month, at my own pace, and I plan it myself: I know what each closing costs, I know what I need, and I divide one by the other. It suits how I like to work. If you want someone to push you every Monday, look elsewhere. If you want to be treated as a business owner, come and talk to them.',
  },
  {
    name: 'Lupe Hernandez',
    testimonial:
      'I sell in two counties that do not share an MLS, and at my old office I had to refer one of them out. Here the brokerage already belonged to both. I paid my own dues, took the orientation, and listed across the county line within the month.',
  },
  {
    name: 'Grace Pham',
    testimonial:
      'Half my year is leases near the university. At {{leaseRateSpelled}} of the commission, or {{lease}} on the small ones, they are worth doing properly. The lease I wrote for a young couple in June turned into their first purchase two years later.',
  },
  {
    name: 'Kevin Armstrong',
    testimonial:
      'Three files closing in the same week, so I paid the {{coordinator}} for a coordinator on each. She chased every signature and told me what was due before I had to ask. I spent the time with clients and found my next listing that Friday.',
  },
  {
    name: 'Yasmin Haddad',
    testimonial:
      'Above a million the E&O is simply included, and below it I see {{insurance}} on the statement and nothing else. No yearly insurance bill arrives as well. I read the policy summary, asked my questions, and got answers in writing.',
  },
];

/** Without those that have a figure which cannot be computed. */
export const sampleTestimonials = (figures: SampleFigures): SampleTestimonial[] =>
  testimonials.flatMap(({ name, ...words }) => {
    const testimonial = fillIn(words.testimonial, figures);
    return testimonial === undefined ? [] : [{ name, testimonial }];
  });
