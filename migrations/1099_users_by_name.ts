export const oldest = '1000_schema';

/** A deletion asks who else has the name. */
export const index = { create: 'users_by_name', on: 'users (name)' };
