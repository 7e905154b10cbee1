/** What the server says, and the form acts upon, when a password is to be changed by an older session. */
export const signInAgainMessage = 'Please sign in again to change your password';
