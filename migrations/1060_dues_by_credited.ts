export const oldest = '1000_schema';

/** A due has a credit for each time that it was paid although a closing kept it. */
export const index = [{ create: 'dues_by_credited', on: 'dues (credit_of)' }, { drop: 'dues_credit' }];
