/** The form reacts to this message of the server when the session is too old to change a password. */
export const signInAgainMessage = 'Please sign in again to change your password';
