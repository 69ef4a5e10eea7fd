/** How long a token that was replaced is still taken: two tabs may ask at once, and an answer may be lost. */
export const REPEAT_MS = 30_000

/** What refreshing needs to know about a session. */
export interface RefreshState {
  readonly refreshHash: Buffer
  readonly previousRefreshHash: Buffer | undefined
  readonly rotatedAt: number
  readonly expiresAt: number
  readonly ended: boolean
}

interface Presented {
  readonly hash: Buffer
  /** Whether we handed it out for this session at some time. */
  readonly issued: boolean
}

/**
 * `repeat`: hand out the successor once more. `end`: someone else may hold the token, so the session ends. A token that we never
 * issued is refused without ending anything: knowing a session's id must not be enough to end it.
 */
type RefreshVerdict = 'rotate' | 'repeat' | 'end' | 'refuse'

export function judgeRefresh(session: RefreshState, { hash, issued }: Presented, now: number): RefreshVerdict {
  if (session.ended || session.expiresAt <= now) return 'refuse'
  if (session.refreshHash.equals(hash)) return 'rotate'
  const isPrevious = session.previousRefreshHash?.equals(hash) ?? false
  if (isPrevious && now - session.rotatedAt <= REPEAT_MS) return 'repeat'
  return isPrevious || issued ? 'end' : 'refuse'
}
