/**
 * Where sign-in is reached, apart from its schemas: the login page starts with these alone and leaves the schema library
 * to the screens behind it.
 */
const AUTH = '/api/v1/auth'

export const SIGN_IN = { method: 'POST', path: `${AUTH}/sign-in` } as const
export const REFRESH = { method: 'POST', path: `${AUTH}/refresh` } as const
export const SIGN_OUT = { method: 'POST', path: `${AUTH}/sign-out` } as const
