import { DAY_MS } from '@fieldwatch/contract/time/durations'
import type { Logger } from 'pino'
import type { Metrics } from '#platform/metrics/metrics.ts'
import type { Clock } from '#platform/time/clock.ts'
import { every } from '#platform/time/every.ts'
import { type Certificate, CertificateError, readAuthority } from './certificate.ts'
import { readPem } from './certificate-files.ts'

/** A certificate that may be replaced while it is served. */
export type ServedCertificate = Awaited<ReturnType<typeof serveCertificate>>

interface Parts {
  /** @throws CertificateError when there is none that can be served */
  readonly read: () => Promise<Certificate>
  /** File with the authority of units' certificates. */
  readonly clientCaPath: string | undefined
  readonly clock: Clock
  readonly metrics: Metrics
  readonly log: Logger
}

/** Reading is cheap, and sees what watching misses: links that are turned, folders that are mounted. */
const LOOK_EVERY_MS = 10_000
const SOON_DAYS = 14

interface Read {
  readonly certificate: Certificate
  readonly authority: Buffer | undefined
}

/**
 * Serves the certificate that is read, and another one as soon as one is. What cannot be served then leaves the former one.
 * @throws CertificateError when there is none at the beginning
 */
export async function serveCertificate({ clientCaPath, clock, metrics, log, ...from }: Parts) {
  const listeners: (() => void)[] = []
  let refused = ''
  let warnedAt = Number.NEGATIVE_INFINITY
  let served = await read()
  notify()
  const looking = every(LOOK_EVERY_MS, look, log)
  return {
    current: (): Certificate => served.certificate,
    /** The authority of units' certificates. */
    clientAuthority: (): Buffer | undefined => served.authority,
    /** Calls when there is another one. */
    onChange: (listener: () => void) => void listeners.push(listener),
    /** Looks for another one. */
    look,
    close: () => looking.close(),
  }

  async function read(): Promise<Read> {
    const certificate = await from.read()
    if (clientCaPath === undefined) return { certificate, authority: undefined }
    return { certificate, authority: readAuthority(await readPem(clientCaPath), clientCaPath, clock()) }
  }

  async function look(): Promise<void> {
    warnOfEnd()
    try {
      const found = await read()
      refused = ''
      if (isSame(found, served)) return
      served = found
      notify()
      for (const listener of listeners) listener()
    } catch (error) {
      if (!(error instanceof CertificateError)) throw error
      // Each reason once, not every ten seconds.
      if (error.message !== refused)
        log.warn({ err: error }, 'replacing the certificate failed; keeping the current one')
      refused = error.message
    }
  }

  function notify(): void {
    const { expiresAt } = served.certificate
    metrics.certificateEnd.set(expiresAt / 1000)
    log.info({ expiresAt: new Date(expiresAt).toISOString() }, 'certificate loaded')
    warnedAt = Number.NEGATIVE_INFINITY
    warnOfEnd()
  }

  /** Once a day. */
  function warnOfEnd(): void {
    const { expiresAt } = served.certificate
    if (expiresAt - clock() > SOON_DAYS * DAY_MS || clock() - warnedAt < DAY_MS) return
    warnedAt = clock()
    log.warn({ expiresAt: new Date(expiresAt).toISOString() }, 'certificate expires soon or has expired')
  }
}

function isSame(one: Read, other: Read): boolean {
  return (
    one.certificate.cert.equals(other.certificate.cert) &&
    one.certificate.key.equals(other.certificate.key) &&
    (one.authority ?? Buffer.alloc(0)).equals(other.authority ?? Buffer.alloc(0))
  )
}
