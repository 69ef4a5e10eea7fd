import { API_BASE } from '@fieldwatch/contract/api/endpoint'
import { ID_TOKEN_SECONDS } from '@fieldwatch/contract/people/auth'
import { SESSION_MARK } from '@fieldwatch/contract/people/auth-addresses'
import { API_PAGES, READER_COOKIE } from '#platform/http/operator-gate.ts'
import { SESSION_MS } from '#people/credentials/refresh-token.ts'
import type { Client } from './auth-parts.ts'
import type { Entry, OpenSession } from './start-session.ts'

export const REFRESH_COOKIE = 'fieldwatch_refresh'
const REFRESH_SECONDS = SESSION_MS / 1000

/** Marks a browser that has signed in before. */
export const BROWSER_COOKIE = 'fieldwatch_browser'

/** The longest that browsers keep a cookie. */
const BROWSER_SECONDS = 400 * 24 * 3600

interface Setting {
  readonly protocol: string
  readonly publicUrl: string
}

/**
 * Options of the secret cookies: hidden from scripts and never sent by other sites. They are bound to https when the public
 * address is https, even if an untrusted proxy forwards the request by http.
 */
export function cookieOptions({ protocol, publicUrl }: Setting) {
  const secure = protocol === 'https' || publicUrl.startsWith('https:')
  return { path: `${API_BASE}/auth`, httpOnly: true, sameSite: 'strict', secure } as const
}

/** The cookies of a session; those of a new one make the browser known too. */
export function sessionCookies(session: OpenSession | Entry, setting: Setting) {
  const options = { ...cookieOptions(setting), maxAge: REFRESH_SECONDS }
  const known = { name: BROWSER_COOKIE, options: { ...options, maxAge: BROWSER_SECONDS } }
  return [
    { name: REFRESH_COOKIE, value: session.refreshToken, options },
    ...('browser' in session ? [{ ...known, value: session.browser }] : []),
    { name: SESSION_MARK, value: '1', options: { ...options, ...OF_MARK } },
    { name: READER_COOKIE, value: session.signedIn.idToken, options: { ...options, ...OF_READER } },
  ]
}

/** The cookies that go with a session. */
export function endedCookies(setting: Setting) {
  const options = cookieOptions(setting)
  return [
    { name: REFRESH_COOKIE, options },
    { name: SESSION_MARK, options: { ...options, ...OF_MARK } },
    { name: READER_COOKIE, options: { ...options, ...OF_READER } },
  ]
}

/** Options of the cookie that shows scripts that a session exists; it holds no secret. */
const OF_MARK = { path: '/', httpOnly: false } as const

/** Options of the cookie that opens the API pages: it holds an ID token. */
const OF_READER = { path: API_PAGES, maxAge: ID_TOKEN_SECONDS } as const

interface Request {
  readonly ip: string
  readonly headers: { readonly 'user-agent'?: string | undefined }
  readonly cookies: Readonly<Record<string, string | undefined>>
}

export function clientOf({ ip, headers, cookies }: Request): Client {
  return { address: ip, userAgent: headers['user-agent'] ?? '', browser: cookies[BROWSER_COOKIE] }
}
