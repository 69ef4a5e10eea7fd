import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { MappingReason } from '../contract/mappings.ts'
import { withoutSecrets } from '@fieldwatch/server/fleet/units/unit-token'
import type { RecordTogether } from '@fieldwatch/server/doors/senders/record-at-door'
import type { Sender } from '@fieldwatch/server/doors/senders/identify-sender'
import type { createCapturedStore } from './captured-store.ts'
import type { KnownMappings } from './known-mappings.ts'
import type { TextMessage } from '@fieldwatch/server/doors/senders/unknown-messages'
import { type FindUnit, storeMapped } from './store-mapped.ts'

interface Parts {
  readonly mappings: KnownMappings
  readonly captured: Pick<ReturnType<typeof createCapturedStore>, 'add' | 'listEntities'>
  readonly recordTogether: RecordTogether
}

interface AnyOutcome {
  /** Records that a mapping made of the message. */
  readonly stored: number
  /** Messages that wait for a mapping. */
  readonly captured: number
}

export type ReceiveAny = (
  sender: Sender,
  message: TextMessage,
  /** Why no mapping may read it. */
  refused?: MappingReason,
) => Promise<AnyOutcome>

/**
 * Takes a message of any shape: the first mapping of the sender's entity that understands it makes records of it, otherwise it is kept.
 * Resolves after the commit.
 * @throws DomainError server/unavailable
 */
export function createReceiveAny({ mappings, captured, recordTogether }: Parts): ReceiveAny {
  return async (sender, given, refused) => {
    const hide = (text: string): string => withoutSecrets(text, sender.own?.tokenHash)
    const message = { ...given, topic: hide(given.topic), payload: hide(given.payload) }
    const entities = await entitiesOf(sender)
    const findUnit: FindUnit = (name) => sender.unit(name)
    let reason = refused
    for (const entity of refused === undefined ? entities : []) {
      for (const { mapping } of await mappings.of(entity)) {
        const outcome = await storeMapped({ recordTogether, findUnit, keepsArrival: false }, mapping, message)
        if (outcome.kind === 'stored') return { stored: outcome.count, captured: 0 }
        if (outcome.kind === 'refused') reason = outcome.reason
      }
    }
    const [entity] = entities
    if (entity === undefined) return { stored: 0, captured: 0 }
    await captured.add({ ...message, entity, sender: sender.own?.dataId, reason })
    return { stored: 0, captured: 1 }
  }

  /** A unit of several entities may use the mappings of each; what none understands is kept for the first. */
  async function entitiesOf({ own, entity }: Sender): Promise<readonly EntityId[]> {
    if (own !== undefined) return captured.listEntities(own.dataId)
    return entity === undefined ? [] : [entity]
  }
}
