/** A license number as people copy it from cards, signs and the public record. */
export const licenseExamples = [
  '01234567',
  ' 01234567 ',
  'DRE #01234567',
  'DRE# 01234567',
  'DRE#01234567',
  'CalDRE 01234567',
  'CalBRE #01234567',
  'CA DRE Lic. 01234567',
  'DRE License No. 01234567',
  'Lic.#01234567',
  '#01234567',
  'License ID: 01234567',
  'R.E. Lic. 01234567',
  'California Real Estate License #01234567',
  'Salesperson License 01234567.',
  '(DRE 01234567)',
  "'01234567",
  '“01234567”',
  '0123 4567',
  '01234567\u200b',
  '０１２３４５６７',
];

/** Refused with a reason: a digit is missing, or it is something else. */
export const noLicenses = ['', '1234567', '012345678', 'S01234567', 'NMLS 01234567', 'pending', '0123-4567'];
