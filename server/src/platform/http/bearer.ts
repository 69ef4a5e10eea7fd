import { PROGRAM_TOKEN_PREFIX } from '@fieldwatch/contract/api/program-scopes'

const BEARER = /^Bearer +(\S+)$/i

/** The token of an `Authorization` header; undefined when it has none. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return BEARER.exec(authorization ?? '')?.[1]
}

/** Whether a bearer token is one of a program. */
export function isProgramToken(token: string | undefined): boolean {
  return token?.startsWith(PROGRAM_TOKEN_PREFIX) === true
}

const BASIC = /^Basic +([A-Za-z0-9+/]+={0,2})$/i

/**
 * The token of a program that is sent as the password of basic authentication, as spreadsheets and data sources of dashboards do; the user
 * name is not read. Undefined for other passwords: people sign in by a form.
 */
export function programTokenAsPassword(authorization: string | undefined): string | undefined {
  const [, encoded] = BASIC.exec(authorization ?? '') ?? []
  if (encoded === undefined) return undefined
  const decoded = Buffer.from(encoded, 'base64').toString()
  const password = decoded.slice(decoded.indexOf(':') + 1)
  return isProgramToken(password) ? password : undefined
}
