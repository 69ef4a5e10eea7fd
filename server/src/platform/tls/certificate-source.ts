import type pg from 'pg'
import type { Db } from '#platform/database/database.ts'
import type { Platform } from '#platform/floor.ts'
import type { Certificate } from './certificate.ts'

/** Where certificates come from when not from files. They may come late: the port without TLS serves already. */
export interface CertificateSource {
  /** The setting that turns it on. */
  readonly setting: string
  /** The names of the portal that they are for. */
  readonly names: readonly string[]
  readonly open: (parts: CertificateParts) => Certificates
}

/** What there is when they are asked for. */
export interface CertificateParts extends Pick<Platform, 'clock' | 'metrics' | 'log'> {
  readonly db: Db
  readonly connection: pg.ClientConfig
}

export interface Certificates {
  /** Undefined while there is none that is valid. */
  readonly find: () => Promise<Certificate | undefined>
  /** Gets one if there is none, or it is due to be renewed. */
  readonly look: () => Promise<void>
  /** What to answer when an authority asks whether a name is ours. */
  readonly answerTo: (question: string) => Promise<string | undefined>
}
