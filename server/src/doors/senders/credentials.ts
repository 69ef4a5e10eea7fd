/** What a sender signs in with. */
export interface Credentials {
  readonly token: string
  /** The user name beside it, if any. */
  readonly name: string | undefined
}

interface Sent {
  readonly authorization?: string | undefined
  /** The parameters after the question mark. */
  readonly query: URLSearchParams
}

/** More is no token of ours. */
const LONGEST = 512
const SCHEME = /^(Bearer|Token|Basic) +(\S+)$/i

/**
 * Reads the token of a request from `Authorization: Bearer | Token | Basic`, or else from `token`, or `u` and `p`, in the query. `Token`
 * may hold `name:token`, as InfluxDB 1.8 takes it.
 */
export function readCredentials({ authorization, query }: Sent): Credentials | undefined {
  const found = authorization === undefined ? readQuery(query) : readHeader(authorization)
  return found === undefined || found.token === '' || found.token.length > LONGEST ? undefined : found
}

function readHeader(authorization: string): Credentials | undefined {
  const [, scheme = '', value = ''] = SCHEME.exec(authorization.slice(0, 4 * LONGEST)) ?? []
  switch (scheme.toLowerCase()) {
    case 'basic':
      return splitPair(Buffer.from(value, 'base64').toString())
    case 'token':
      return splitPair(value)
    default:
      return value === '' ? undefined : { token: value, name: undefined }
  }
}

function readQuery(query: URLSearchParams): Credentials | undefined {
  const token = query.get('token')
  if (token !== null) return { token, name: undefined }
  const password = query.get('p')
  return password === null ? undefined : { token: password, name: query.get('u') ?? undefined }
}

/** `name:token`, or a token alone. */
function splitPair(pair: string): Credentials {
  const colon = pair.indexOf(':')
  return colon === -1
    ? { token: pair, name: undefined }
    : { token: pair.slice(colon + 1), name: pair.slice(0, colon) || undefined }
}
