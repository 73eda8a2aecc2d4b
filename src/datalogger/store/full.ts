const codesOfFull = ['SQLITE_FULL', 'ENOSPC', 'EDQUOT'];

/** Whether an error, or what caused it, is that the disk has no room. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isFull = 'code' in error && codesOfFull.includes(String(error.code));
  return isFull || isStorageFull(error.cause);
}
