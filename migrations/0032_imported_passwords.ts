export const oldest = '0031_backups';

/** Empty once every imported password has been used or replaced: sign-in asks whether there is one. */
export const index = {
  create: 'users_with_imported_password',
  on: "users (id) where substr(password_hash, 1, 2) = '$2'",
};
