import type { EntityId } from '@fieldwatch/contract/api/ids'
import { hash } from 'node:crypto'

/** When units were read, and with which rights: a stream carries on from there. */
export interface AsOf {
  /** Epoch microseconds by the clock of the database, in digits: before the moment that the reader saw. */
  readonly readAt: string
  /** By `rightsOf`. */
  readonly rights: string
}

interface Rights {
  readonly viewing: readonly EntityId[]
  readonly reach: readonly EntityId[]
}

export function writeAsOf({ readAt, rights }: AsOf): string {
  return `${readAt}.${rights}`
}

/** Undefined for a text that no server of this release wrote. */
export function parseAsOf(text: string): AsOf | undefined {
  const [, readAt, rights] = /^(\d{1,16})\.([\w-]{22})$/.exec(text) ?? []
  return readAt === undefined || rights === undefined ? undefined : { readAt, rights }
}

/** The same for the same entities. */
export function rightsOf({ viewing, reach }: Rights): string {
  return hash('md5', JSON.stringify([viewing.toSorted(), reach.toSorted()]), 'base64url')
}
