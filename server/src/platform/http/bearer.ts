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
