import { DAY_MS } from '@fieldwatch/contract/time/durations'
import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { CAPTURED, updateMapping } from '../contract/mappings.ts'
import type { UnitAuthenticator } from '@fieldwatch/server/doors/ingest/unit-authenticator'
import type { RecordTogether } from '@fieldwatch/server/doors/senders/record-at-door'
import { requireMayDecide } from '@fieldwatch/server/fleet/units/unit-policy'
import { createUnitStore } from '@fieldwatch/server/fleet/units/unit-store'
import { mayReach } from '@fieldwatch/server/people/access/access-policy'
import type { Actor } from '@fieldwatch/server/people/access/person-store'
import { findStarter } from '@fieldwatch/server/people/credentials/find-starter'
import { listEntitiesBelow } from '@fieldwatch/server/platform/database/entities-below'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import type { Platform } from '@fieldwatch/server/platform/floor'
import type { RunContext, WorkKind } from '@fieldwatch/server/platform/work/worker'
import { type Captured, createCapturedStore } from './captured-store.ts'
import { createMappingStore, isReplayDue, type Replaying } from './mapping-store.ts'
import { type FindUnit, storeMapped } from './store-mapped.ts'

interface Parts extends Pick<Platform, 'db' | 'server' | 'clock'> {
  readonly recordTogether: RecordTogether
  readonly unitAuthenticator: Pick<UnitAuthenticator, 'findActive'>
}

const AT_ONCE = 100

/**
 * Reads captured messages through the mappings of their entity: all once a mapping is saved, and each new one, which may have arrived
 * while a mapping was being saved. A message is removed after its records are stored; if the server ends between, they are stored again
 * with the same time, which changes nothing.
 */
export function createReplay(parts: Parts): WorkKind {
  const { db, server, clock } = parts
  const mappings = createMappingStore(db)
  const captured = createCapturedStore(db)
  return {
    name: 'message replays',
    isDue: () => isReplayDue(server),
    run: async ({ signal }: RunContext) => {
      while (!signal.aborted) {
        const next = await mappings.claimNext(server)
        if (next === undefined) return
        await replay(next)
      }
    },
    tidy: () => captured.removeOld(clock() - CAPTURED.days * DAY_MS),
  }

  async function replay(of: Replaying): Promise<void> {
    const starter = await findStarter(db, { userId: of.by, tokenId: undefined }, updateMapping, clock())
    if (starter?.role !== 'admin' || !mayReach(starter, of.entity)) return mappings.stop(of)
    const within = (await listEntitiesBelow(db, of.entity)).filter((entity) => mayReach(starter, entity))
    const messages = await captured.listAfter(of.entity, of.replayedTo, AT_ONCE)
    let stored = 0
    for (const message of messages) if (await replayMessage(of, message, { starter, within })) stored += 1
    const replayedTo = messages.at(-1)?.id ?? of.replayedTo
    await mappings.advance(of, { replayedTo, done: messages.length, stored })
  }

  async function replayMessage({ mapping }: Replaying, message: Captured, who: Who): Promise<boolean> {
    const findUnit = unitFinder(parts, message, who)
    const outcome = await storeMapped({ ...parts, findUnit, keepsArrival: true }, mapping, message)
    if (outcome.kind === 'stored') await captured.remove(message.id)
    if (outcome.kind === 'refused') await captured.setReason(message.id, outcome.reason)
    return outcome.kind === 'stored'
  }
}

interface Who {
  readonly starter: Actor
  /** The entity of the mapping and those below it, as far as the starter reaches. */
  readonly within: readonly EntityId[]
}

/** A unit sends for itself; a program for the units that belong to the entity of the mapping alone, or to those below it. */
function unitFinder({ db, unitAuthenticator }: Parts, { sender }: Captured, { starter, within }: Who): FindUnit {
  return async (name = sender) => {
    if (name === undefined || (sender !== undefined && name !== sender)) throw new DomainError('unit/not-found')
    const document = await createUnitStore(db).getDocument(name as DataId, within)
    if (sender === undefined) requireMayDecide(starter, document)
    const unit = await unitAuthenticator.findActive(name as DataId)
    if (unit === undefined) throw new DomainError('unit/not-found')
    return unit
  }
}
