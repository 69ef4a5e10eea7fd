import { postAction } from '@fieldwatch/contract/actions/actions'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { findStarter, type Starter } from '#people/credentials/find-starter.ts'
import type { Db } from '#platform/database/database.ts'
import { refusalOf } from '#platform/errors/refusal-of.ts'
import { createDeliveryStore, type WaitingRequest } from './delivery-store.ts'
import type { AskedOfUnit } from './configuration.ts'
import { requireMaySendTo } from './request-policy.ts'

/**
 * The requests whose starters may send them to the unit at this moment. The others are withheld: they end as "not sent" with the next
 * look at requests.
 */
export async function withholdUnpermitted(
  db: Db,
  { dataId, now }: { readonly dataId: DataId; readonly now: number },
  waiting: readonly WaitingRequest[],
): Promise<WaitingRequest[]> {
  const permitted: WaitingRequest[] = []
  const withheld: number[] = []
  for (const requests of Map.groupBy(waiting, ({ starter }) => starter.tokenId ?? starter.userId).values()) {
    const starter = requests[0]?.starter
    const may = starter === undefined ? () => false : await whatMaySend(db, { starter, dataId, now })
    for (const one of requests) {
      if (may(one.message)) permitted.push(one)
      else withheld.push(one.message.action_id)
    }
  }
  if (withheld.length > 0) await createDeliveryStore(db).withhold(dataId, withheld)
  return permitted.toSorted((one, other) => one.message.action_id - other.message.action_id)
}

/** Which requests someone may send to a unit. */
async function whatMaySend(
  db: Db,
  { starter, dataId, now }: { readonly starter: Starter; readonly dataId: DataId; readonly now: number },
): Promise<(asked: AskedOfUnit) => boolean> {
  // All methods have the scope of this one.
  const actor = await findStarter(db, starter, postAction, now)
  if (actor === undefined) return () => false
  const [unit] = await createUnitStore(db).listDocuments(actor.reach, { dataIds: [dataId] })
  return (asked) => unit !== undefined && refusalOf(() => requireMaySendTo(actor, unit, asked)) === undefined
}
