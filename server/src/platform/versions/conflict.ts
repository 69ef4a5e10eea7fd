import type { UserId } from '@fieldwatch/contract/api/ids'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { LastChange, VersionedKind } from './version-store.ts'

const WORDS: Readonly<Record<VersionedKind, string>> = {
  user: 'this user',
  entity: 'this entity',
  unit: 'this unit',
  template: 'this template',
  calculation: 'this calculated source',
  retention: 'how long this is kept',
  sim: 'this SIM card',
  alert: 'this alert',
  webhook: 'this webhook',
  label: 'this label',
  schedule: 'this scheduled report',
  event: 'this event table',
}

/** Refuses a change that was made from another version, and tells who changed the thing meanwhile and when. */
export function conflictOf(kind: VersionedKind, { userId, name, at }: LastChange, asker: UserId): DomainError {
  const changedBy = userId === asker ? 'You' : name
  const when = at === undefined ? '' : `, at ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return new DomainError(`${kind}/changed`, {
    message: `${changedBy ?? 'Somebody'} changed ${WORDS[kind]} meanwhile${when}. Load the newer one and save again.`,
    details: {
      ...(changedBy === undefined ? {} : { changedBy }),
      ...(at === undefined ? {} : { changedUTC: at.toISOString() }),
    },
  })
}
