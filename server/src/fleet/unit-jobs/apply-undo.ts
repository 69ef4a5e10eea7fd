import { say } from '@fieldwatch/messages/server-sentences'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import type { Actor } from '#people/access/person-store.ts'
import type { Db } from '#platform/database/database.ts'
import { type Applying, writeChanged } from './apply-change.ts'
import { planUndo } from './plan-undo.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { createUnitJobStore, type DoneItem, type OpenItem } from './unit-job-store.ts'

/** Removes a unit on behalf of a person who may. Returns the events to publish after the commit. */
export type RemoveUnit = (tx: Db, unit: DataDocument, by: Actor['userId']) => Promise<() => void>

/** Takes back what an import did with some units. One that something uses by now does not keep others from it. */
export async function applyUndo(
  applying: Applying & { readonly removeUnit: RemoveUnit },
  importId: number,
  items: readonly OpenItem[],
): Promise<DoneItem[]> {
  const { tx, actor, afterwards, removeUnit } = applying
  const store = createUnitJobStore(tx)
  const dataIds = items.map(({ dataId }) => dataId)
  await createUnitStore(tx).lock(...dataIds)
  const [importOf] = await store.list(actor, { which: { id: importId } })
  if (importOf === undefined) return items.map(({ place }) => ({ place, result: 'refused', message: FORGOTTEN }))
  const plans = await planUndo(tx, actor, { importOf, done: await store.listDone(importId, dataIds) })
  const restored = [...plans.values()].flatMap((plan) =>
    plan.kind === 'restore' ? [{ unit: plan.unit, difference: plan.former }] : [],
  )
  await writeChanged(applying, restored)
  for (const plan of plans.values())
    if (plan.kind === 'remove') afterwards(await removeUnit(tx, plan.unit, actor.userId))
  return items.map(({ place, dataId }): DoneItem => {
    const plan = plans.get(dataId)
    if (plan?.kind === 'remove') return { place, result: 'removed' }
    if (plan?.kind === 'restore') return { place, result: 'updated' }
    return { place, result: 'refused', message: plan?.why ?? FORGOTTEN }
  })
}

const FORGOTTEN = say('answers.undo.forgotten')
