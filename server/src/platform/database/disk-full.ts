/** PostgreSQL's SQLSTATE, and what the system says of our own files: the disk, or the quota on it, is used up. */
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** Whether something could not be stored for want of room. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && FULL.has(String((error as NodeJS.ErrnoException).code))
}
