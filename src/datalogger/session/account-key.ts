/** One key for all the spellings of a user name that look the same: full-width letters, case, spaces around it. */
export function accountKey(user: string): string {
  return user.normalize('NFKC').trim().toLowerCase();
}
