/** Clients from before confirmation know this message of a session that is too old to change the password. */
export const signInAgainMessage = 'Please sign in again to change your password';
