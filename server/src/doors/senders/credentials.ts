interface Sent {
  readonly authorization?: string | undefined
  /** The parameters after the question mark. */
  readonly query: URLSearchParams
}

/** More is no token of ours. */
const LONGEST = 512
const SCHEME = /^(Bearer|Token|Basic) +(\S+)$/i

/**
 * Reads the token of a request from `Authorization: Bearer | Token | Basic`, or else from `token` or `p` in the query. `Token` may hold
 * `name:token`, as InfluxDB 1.8 takes it.
 */
export function readToken({ authorization, query }: Sent): string | undefined {
  const found = authorization === undefined ? (query.get('token') ?? query.get('p') ?? '') : readHeader(authorization)
  return found === '' || found.length > LONGEST ? undefined : found
}

function readHeader(authorization: string): string {
  const [, scheme = '', value = ''] = SCHEME.exec(authorization.slice(0, 4 * LONGEST)) ?? []
  switch (scheme.toLowerCase()) {
    case 'basic':
      return withoutName(Buffer.from(value, 'base64').toString())
    case 'token':
      return withoutName(value)
    default:
      return value
  }
}

/** The token of `name:token`, or of a token alone. */
function withoutName(pair: string): string {
  return pair.slice(pair.indexOf(':') + 1)
}
