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

/** `repeat`: hand out the successor once more. `end`: somebody else may hold the token, so nobody keeps the session. */
export type RefreshVerdict = 'rotate' | 'repeat' | 'end' | 'refuse'

export function judgeRefresh(session: RefreshState, presentedHash: Buffer, now: number): RefreshVerdict {
  if (session.ended || session.expiresAt <= now) return 'refuse'
  if (session.refreshHash.equals(presentedHash)) return 'rotate'
  const isPrevious = session.previousRefreshHash?.equals(presentedHash) ?? false
  return isPrevious && now - session.rotatedAt <= REPEAT_MS ? 'repeat' : 'end'
}
