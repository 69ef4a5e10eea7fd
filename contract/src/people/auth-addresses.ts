/**
 * The address of sign-in, in a file without schemas: the login page loads this alone, and the schema library with the screens
 * behind it.
 */
const AUTH = '/api/v1/auth'

export const SIGN_IN = { method: 'POST', path: `${AUTH}/sign-in` } as const
export const SECOND_STEP = { method: 'POST', path: `${AUTH}/second-factor` } as const
export const SET_UP_FACTOR = { method: 'POST', path: `${AUTH}/second-factor/set-up` } as const
export const CONFIRM_SET_UP = { method: 'POST', path: `${AUTH}/second-factor/set-up/confirm` } as const
export const PASSKEY_OPTIONS = { method: 'POST', path: `${AUTH}/passkey/options` } as const
export const PASSKEY_SIGN_IN = { method: 'POST', path: `${AUTH}/passkey` } as const
export const REFRESH = { method: 'POST', path: `${AUTH}/refresh` } as const
export const PROVIDERS = { method: 'GET', path: `${AUTH}/providers` } as const
export const SIGN_OUT = { method: 'POST', path: `${AUTH}/sign-out` } as const

/** A readable cookie with value 1 that shows that there is a refresh cookie, so that asking for a session makes sense. */
export const SESSION_MARK = 'fieldwatch_session'
