/** One of the servers that a database has. */
export interface DatabaseHost {
  readonly host: string
  readonly port: number
  /** The address of the database with this server alone. */
  readonly url: string
}

const PARTS = /^(?<start>postgres(?:ql)?:\/\/(?:[^/?#]*@)?)(?<hosts>[^/?#@]*)(?<end>(?:[/?#].*)?)$/s
const USUAL_PORT = 5432
/** The only attribute that several hosts make sense with: one of them takes writes. */
const ATTRIBUTE = 'target_session_attrs'

/**
 * The servers that an address of a database names, as `postgresql://user:password@one:5432,two:5432/name` (libpq, "Specifying multiple
 * hosts").
 * @throws Error when it is not an address
 */
export function hostsOf(databaseUrl: string): DatabaseHost[] {
  const { start = '', hosts = '', end = '' } = PARTS.exec(databaseUrl)?.groups ?? {}
  const rest = withoutAttribute(end)
  return hosts.split(',').map((named) => {
    const url = `${start}${named}${rest}`
    const { hostname, port } = new URL(url)
    return { host: hostname.replace(/^\[(.+)\]$/, '$1'), port: port === '' ? USUAL_PORT : Number(port), url }
  })
}

function withoutAttribute(end: string): string {
  const [path = '', query] = end.split('?', 2)
  if (query === undefined) return end
  const kept = query.split('&').filter((pair) => !pair.startsWith(`${ATTRIBUTE}=`))
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`
}

/** What is wrong with an address, as a sentence; undefined when nothing is. */
export function findAddressFault(databaseUrl: string): string | undefined {
  if (!PARTS.test(databaseUrl)) return 'an address begins with postgresql://'
  const attribute = /[?&]target_session_attrs=([^&]*)/.exec(databaseUrl)?.[1] ?? 'read-write'
  if (attribute !== 'read-write' && attribute !== 'primary') return `${ATTRIBUTE} is read-write or primary`
  try {
    const hosts = hostsOf(databaseUrl)
    const nameless = hosts.length > 1 && hosts.some(({ host }) => host === '')
    return nameless ? 'a host has no name' : undefined
  } catch {
    return 'Invalid URL'
  }
}
