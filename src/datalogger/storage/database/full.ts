/** Why a disk refuses writes: no room, no writes at all (worn out, or mounted read-only), or another program holds the database. */
export type Refusal = 'full' | 'unwritable' | 'busy';

const codesOfFull = /^(SQLITE_FULL|ENOSPC|EDQUOT)$/;
const codesOfUnwritable =
  /^(SQLITE_READONLY(_.*)?|SQLITE_IOERR_(WRITE|FSYNC|DIR_FSYNC|TRUNCATE|SHM.*)|SQLITE_CANTOPEN|EROFS|EIO|EFBIG)$/;

const codesOfBusy = /^SQLITE_(BUSY|LOCKED)/;

/** Why the disk refused, where that is what an error, or what caused it, says; null for any other error. */
export function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? String(error.code) : '';
  if (codesOfFull.test(code)) return 'full';
  if (codesOfUnwritable.test(code)) return 'unwritable';
  if (codesOfBusy.test(code)) return 'busy';
  return refusalOf(error.cause);
}

/** Runs `work`, and ignores that the disk refuses. Throws any other error. */
export function unlessRefused(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (refusalOf(error) === null) throw error;
  }
}

/** Whether an error, or what caused it, is that the disk has no room. */
export const isStorageFull = (error: unknown) => refusalOf(error) === 'full';
