import { SESSION_MARK } from '@fieldwatch/contract/people/auth-addresses'

/** Tells whether this browser may have a session: scripts cannot read its cookie, but this mark. */
export interface SessionMark {
  isSet: () => boolean
  /** The session is over. */
  clear: () => void
}

/** Reads the mark that the server sets beside the refresh cookie. */
export function createSessionMark(page: Pick<Document, 'cookie'>): SessionMark {
  return {
    isSet: () => page.cookie.split('; ').includes(`${SESSION_MARK}=1`),
    clear() {
      page.cookie = `${SESSION_MARK}=; Max-Age=0; Path=/; SameSite=Strict`
    },
  }
}
