/** Stands for the name of an account that was deleted. */
export const formerMember = 'Former member';
