/** Before the number on cards, signs and in the public record, such as "DRE #", "CalDRE No." and "License ID:". */
const before =
  /^(?:california|real estate|salesperson|broker|license|number|cal|bre|dre|r\.e|lic|id|no|ca|[\s.:#('"“‘-])*((?:\d ?){8})[\s.,)'"”’]*$/i;

const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** The 8 digits of a DRE license as people copy them (docs/product.md P12.9); any other text as it is, which is refused by name. */
export function licenseDigits(typed: string): string {
  const plain = typed.normalize('NFKC').replace(invisible, '').trim();
  return before.exec(plain)?.[1]?.replaceAll(' ', '') ?? typed.trim();
}

/** The page of the state's public register about a license. */
export const licenseCheckUrl = (number: string): string =>
  `https://www2.dre.ca.gov/PublicASP/pplinfo.asp?License_id=${number}`;
