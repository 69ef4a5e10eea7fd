import { isDeepStrictEqual } from 'node:util'
import type { DataId, TemplateId } from '@fieldwatch/contract/api/ids'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import type { Actor } from '#people/access/person-store.ts'
import type { Db } from '#platform/database/database.ts'
import { refusalOf } from '#platform/errors/refusal-of.ts'
import { requireMayDecide } from '#fleet/units/unit-policy.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import type { DoneUnit } from './unit-job-store.ts'
import { createUnitUndoStore, type ImportedChange } from './unit-undo-store.ts'
import { requireMayWish, type UnitWish } from './unit-wish.ts'

/** What undoing an import does with one unit. */
type UndoPlan =
  | { readonly kind: 'remove'; readonly unit: DataDocument }
  | { readonly kind: 'restore'; readonly unit: DataDocument; readonly former: UnitWish }
  | { readonly kind: 'keep'; readonly why: string }

interface Undone {
  readonly importOf: { readonly id: number; readonly createdAt: number }
  readonly done: readonly DoneUnit[]
}

/** What undoing an import does with some of its units, judged by the rights that the actor has now. */
export async function planUndo(
  db: Db,
  actor: Actor,
  { importOf, done }: Undone,
): Promise<ReadonlyMap<DataId, UndoPlan>> {
  const { reach } = actor
  const dataIds = done.map(({ dataId }) => dataId)
  const store = createUnitUndoStore(db)
  const documents = await createUnitStore(db).listDocuments(reach, { dataIds })
  const units = new Map(documents.map((unit) => [unit.dataID, unit]))
  const used = await store.listUsed(done.flatMap(({ dataId, isNew }) => (isNew ? [dataId] : [])))
  const changes = await store.listChanges(importOf, {
    dataIds: done.flatMap(({ dataId, isNew }) => (isNew ? [] : [dataId])),
    reach,
  })
  const templates = await store.listShared([...changes.values()].flatMap(templateBefore), reach)
  return new Map(done.map(({ dataId, isNew }) => [dataId, planOne(dataId, isNew)]))

  function planOne(dataId: DataId, isNew: boolean): UndoPlan {
    const unit = units.get(dataId)
    if (unit === undefined) return keep('answers.undo.gone')
    if (!isNew) return planRestore(unit, changes.get(dataId))
    const refusal = refusalOf(() => requireMayDecide(actor, unit))
    if (refusal !== undefined) return keep(refusal.sentence)
    const why = used.get(dataId)
    return why === undefined ? { kind: 'remove', unit } : keep(why)
  }

  function planRestore(unit: DataDocument, change: ImportedChange | undefined): UndoPlan {
    if (change === undefined) return keep('answers.undo.labels')
    const { before, after } = change
    if (!isAs(unit, after)) return keep(isAs(unit, before) ? 'answers.undo.former' : 'answers.undo.changed')
    const former: UnitWish = before
    const refusal = refusalOf(() => requireMayWish(actor, unit, former))
    if (refusal !== undefined) return keep(refusal.sentence)
    if (former.entities?.some((entity) => !reach.includes(entity)) === true) return keep('answers.undo.entity')
    if (!templateBefore(change).every((id) => templates.has(id))) return keep('answers.undo.template')
    return { kind: 'restore', unit, former }
  }
}

function keep(why: string): UndoPlan {
  return { kind: 'keep', why }
}

function templateBefore({ before: { defaultTemplate } }: ImportedChange): TemplateId[] {
  return typeof defaultTemplate === 'string' ? [defaultTemplate as TemplateId] : []
}

function isAs(unit: DataDocument, values: ImportedChange['after']): boolean {
  // Lists are in no order.
  const comparable = (value: unknown): unknown => (Array.isArray(value) ? new Set<unknown>(value) : value)
  return Object.entries(values).every(([name, value]) =>
    isDeepStrictEqual(comparable(unit[name as keyof DataDocument]), comparable(value)),
  )
}
