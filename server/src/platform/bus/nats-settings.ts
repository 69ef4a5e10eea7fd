import { readFileSync } from 'node:fs'
import { z } from 'zod'

const file = z.string().min(1).optional()

export const NATS_SETTINGS = {
  NATS_URL: z
    .string()
    .optional()
    .describe(
      'NATS that carries messages between several servers: `nats://host:4222` or `tls://…`, several between commas, `user:password@` in the first. Without it PostgreSQL carries them.',
    ),
  FIELDWATCH_NATS_CREDENTIALS: file.describe('File with credentials for NATS (`.creds`).'),
  FIELDWATCH_NATS_CA: file.describe(
    'File with the certificates (PEM) that those of NATS are checked against, when not by a public authority.',
  ),
  FIELDWATCH_NATS_CERTIFICATE: file.describe(
    'File with a certificate (PEM) of this server for NATS; it needs the next one.',
  ),
  FIELDWATCH_NATS_KEY: file.describe('File with the key (PEM) of that certificate.'),
} as const

/** How to connect to NATS. */
export interface NatsSettings {
  /** Host and port of each node. */
  readonly servers: readonly string[]
  readonly user?: string
  readonly password?: string
  readonly token?: string
  /** What is in a file of credentials. */
  readonly credentials?: Uint8Array
  /** Undefined: TLS only where a node asks for it. */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string }
}

/** Whether a server proves to NATS who it is. */
export function isAuthenticated({ user, token, credentials, tls }: NatsSettings): boolean {
  return user !== undefined || token !== undefined || credentials !== undefined || tls?.cert !== undefined
}

type Values = z.infer<z.ZodObject<typeof NATS_SETTINGS>> & { readonly DATABASE_URL?: string | undefined }

/** @throws Error with a sentence about a setting that is wrong */
export function natsOf(values: Values): NatsSettings | undefined {
  const { NATS_URL: urls, FIELDWATCH_NATS_CERTIFICATE: certificate, FIELDWATCH_NATS_KEY: key } = values
  if (urls === undefined) return undefined
  if (values.DATABASE_URL === undefined)
    throw new Error('NATS_URL is for several servers, which need a database that DATABASE_URL names.')
  if (certificate !== undefined && key === undefined)
    throw new Error('FIELDWATCH_NATS_KEY is not set, and FIELDWATCH_NATS_CERTIFICATE needs it.')
  try {
    return readNatsSettings(urls, values)
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error)
    throw new Error(`NATS_URL is not valid: ${sentence}.`, { cause: error })
  }
}

const USUAL_PORT = '4222'

/** Reads addresses such as `nats://user:password@one:4222,nats://two:4222`, or `tls://…`; the first says who signs in. */
function readNatsSettings(urls: string, files: Values): NatsSettings {
  const nodes = urls.split(',').map((url) => parse(url.trim()))
  const [first] = nodes
  if (first === undefined) throw new Error('it names no address')
  const usesTls = nodes.some(({ protocol }) => protocol === 'tls:') || files.FIELDWATCH_NATS_CA !== undefined
  const pem = (path: string | undefined): string | undefined => path && read(path).toString('utf8')
  const [ca, cert, key] = [files.FIELDWATCH_NATS_CA, files.FIELDWATCH_NATS_CERTIFICATE, files.FIELDWATCH_NATS_KEY].map(
    pem,
  )
  const user = decodeURIComponent(first.username)
  const password = decodeURIComponent(first.password)
  return {
    servers: nodes.map(({ hostname, port }) => `${hostname}:${port === '' ? USUAL_PORT : port}`),
    ...(user === '' ? {} : first.password === '' ? { token: user } : { user, password }),
    ...(files.FIELDWATCH_NATS_CREDENTIALS === undefined
      ? {}
      : { credentials: read(files.FIELDWATCH_NATS_CREDENTIALS) }),
    ...(usesTls || cert !== undefined
      ? { tls: { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) } }
      : {}),
  }
}

function parse(url: string): URL {
  const parsed = URL.parse(url)
  if (parsed === null || !['nats:', 'tls:'].includes(parsed.protocol) || parsed.hostname === '')
    throw new Error(
      `an address is like nats://host:4222 or tls://host:4222, several between commas, and ‘${hide(url)}’ is none`,
    )
  return parsed
}

/** Without what may be a password. */
function hide(url: string): string {
  const host = url.lastIndexOf('@')
  return host === -1 ? url : `…${url.slice(host)}`
}

function read(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new Error(`the file ${path} cannot be read`, { cause: error })
  }
}
