import { readFile } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { Metrics } from '#platform/metrics/metrics.ts'
import type { Clock } from '#platform/time/clock.ts'
import { every } from '#platform/time/every.ts'
import { type Certificate, CertificateError, readAuthority, readCertificate } from './certificate.ts'

/** A certificate that may be replaced while it is served. */
export interface ServedCertificate {
  readonly current: () => Certificate
  /** The authority of units' certificates. */
  readonly clientAuthority: () => Buffer | undefined
  /** Calls when there is another one. */
  readonly onChange: (listener: () => void) => void
  /** Looks for another one. */
  readonly look: () => Promise<void>
  readonly close: () => Promise<void>
}

interface Parts {
  readonly files: { readonly certPath: string; readonly keyPath: string; readonly clientCaPath: string | undefined }
  readonly clock: Clock
  readonly metrics: Metrics
  readonly log: Logger
}

/** Reading is cheap, and sees what watching misses: links that are turned, folders that are mounted. */
const LOOK_EVERY_MS = 10_000
const DAY_MS = 24 * 60 * 60_000
const SOON_DAYS = 14

interface Read {
  readonly certificate: Certificate
  readonly authority: Buffer | undefined
}

/**
 * Serves the certificate of files, and the new one as soon as they change. Files that are not valid then leave the former one.
 * @throws CertificateError when they are not valid at the beginning
 */
export async function serveCertificateFiles({ files, clock, metrics, log }: Parts): Promise<ServedCertificate> {
  const listeners: (() => void)[] = []
  let refused = ''
  let warnedAt = Number.NEGATIVE_INFINITY
  let served = await read()
  tell()
  const looking = every(LOOK_EVERY_MS, look, log)
  return {
    current: () => served.certificate,
    clientAuthority: () => served.authority,
    onChange: (listener) => void listeners.push(listener),
    look,
    close: () => looking.close(),
  }

  async function read(): Promise<Read> {
    const { certPath, keyPath, clientCaPath } = files
    const [cert, key] = [await readOrRefuse(certPath), await readOrRefuse(keyPath)]
    const certificate = readCertificate({ cert, key, certPath, keyPath }, clock())
    const authority =
      clientCaPath === undefined ? undefined : readAuthority(await readOrRefuse(clientCaPath), clientCaPath, clock())
    return { certificate, authority }
  }

  async function look(): Promise<void> {
    warnOfEnd()
    try {
      const found = await read()
      refused = ''
      if (isSame(found, served)) return
      served = found
      tell()
      for (const listener of listeners) listener()
    } catch (error) {
      if (!(error instanceof CertificateError)) throw error
      // Each reason once, not every ten seconds.
      if (error.message !== refused)
        log.warn({ err: error }, 'the certificate is not replaced; the former one is served on')
      refused = error.message
    }
  }

  function tell(): void {
    const { expiresAt } = served.certificate
    metrics.certificateEnd.set(expiresAt / 1000)
    log.info({ expiresAt: new Date(expiresAt).toISOString() }, 'a certificate is served')
    warnedAt = Number.NEGATIVE_INFINITY
    warnOfEnd()
  }

  /** Once a day. */
  function warnOfEnd(): void {
    const { expiresAt } = served.certificate
    if (expiresAt - clock() > SOON_DAYS * DAY_MS || clock() - warnedAt < DAY_MS) return
    warnedAt = clock()
    log.warn({ expiresAt: new Date(expiresAt).toISOString() }, 'the certificate ends soon, or has ended')
  }
}

async function readOrRefuse(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    throw new CertificateError(`${path} cannot be read: ${(error as Error).message}.`, { cause: error })
  }
}

function isSame(one: Read, other: Read): boolean {
  return (
    one.certificate.cert.equals(other.certificate.cert) &&
    one.certificate.key.equals(other.certificate.key) &&
    (one.authority ?? Buffer.alloc(0)).equals(other.authority ?? Buffer.alloc(0))
  )
}
