import { API_BASE } from '@fieldwatch/contract/endpoint'
import { SESSION_MS } from '#people/credentials/refresh-token.ts'

export const REFRESH_COOKIE = 'fieldwatch_refresh'
export const REFRESH_SECONDS = SESSION_MS / 1000

/** By which a browser is known to have signed in before. */
export const BROWSER_COOKIE = 'fieldwatch_browser'

/** The longest that browsers keep a cookie. */
export const BROWSER_SECONDS = 400 * 24 * 3600

/**
 * Of both secrets: no script reads them, and no other site has them sent. Behind a proxy that is not trusted, the public
 * address knows better than the request whether people come by https.
 */
export function cookieOptions({ protocol, publicUrl }: { protocol: string; publicUrl: string }) {
  const secure = protocol === 'https' || publicUrl.startsWith('https:')
  return { path: `${API_BASE}/auth`, httpOnly: true, sameSite: 'strict', secure } as const
}

/** Of the mark that scripts of every page read; it holds nothing. */
export function markOptions(setting: { protocol: string; publicUrl: string }) {
  return { ...cookieOptions(setting), path: '/', httpOnly: false } as const
}
