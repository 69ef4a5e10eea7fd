import { API_BASE } from '@fieldwatch/contract/api/endpoint'
import { SESSION_MS } from '#people/credentials/refresh-token.ts'

export const REFRESH_COOKIE = 'fieldwatch_refresh'
export const REFRESH_SECONDS = SESSION_MS / 1000

/** Marks a browser that has signed in before. */
export const BROWSER_COOKIE = 'fieldwatch_browser'

/** The longest that browsers keep a cookie. */
export const BROWSER_SECONDS = 400 * 24 * 3600

/**
 * Options of the secret cookies: hidden from scripts and never sent by other sites. They are bound to https when the public
 * address is https, even if an untrusted proxy forwards the request by http.
 */
export function cookieOptions({ protocol, publicUrl }: { protocol: string; publicUrl: string }) {
  const secure = protocol === 'https' || publicUrl.startsWith('https:')
  return { path: `${API_BASE}/auth`, httpOnly: true, sameSite: 'strict', secure } as const
}

/** Options of the cookie that shows scripts that a session exists; it holds no secret. */
export function markOptions(setting: { protocol: string; publicUrl: string }) {
  return { ...cookieOptions(setting), path: '/', httpOnly: false } as const
}
