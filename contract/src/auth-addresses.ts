/**
 * Where sign-in is reached, apart from its schemas: the login page starts with these alone and leaves the schema library
 * to the screens behind it.
 */
const AUTH = '/api/v1/auth'

export const SIGN_IN = { method: 'POST', path: `${AUTH}/sign-in` } as const
export const REFRESH = { method: 'POST', path: `${AUTH}/refresh` } as const
export const SIGN_OUT = { method: 'POST', path: `${AUTH}/sign-out` } as const

/** A cookie that scripts can read, of value 1: there is a refresh cookie too, so that asking for a session is worth it. */
export const SESSION_MARK = 'fieldwatch_session'
