/** SQLSTATE of a write on a standby. */
export const READ_ONLY = '25006'

/** SQLSTATE codes of a server that is starting, stopping or out of connections, or has become a standby; and of a lost connection. */
const AWAY_STATES = /^(57P0[1-5]|53300|25006|08...)$/
const AWAY_SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
])
const AWAY_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/

const QUERY_CANCELED = '57014'

/** Whether a statement was cancelled because it took too long or its caller left. */
export function isEndedStatement(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === QUERY_CANCELED
}

/** Whether the database is away or too busy for the moment, so that a retry makes sense. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if (isEndedStatement(error)) return true
  if (code !== undefined && AWAY_STATES.test(code)) return true
  if (code !== undefined && AWAY_SYSTEM_CODES.has(code) && syscall !== 'open') return true
  return AWAY_MESSAGES.test(error.message)
}

/** PostgreSQL's SQLSTATE, and what the system says of our own files: the disk, or the quota on it, is used up. */
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** Whether something could not be stored for want of room. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && FULL.has(String((error as NodeJS.ErrnoException).code))
}
