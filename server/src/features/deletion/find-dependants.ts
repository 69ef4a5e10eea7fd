import type { QueryOf } from '@fieldwatch/contract/api/endpoint'
import {
  type DependantEffect,
  type DependantGroup,
  type DependantKind,
  type listDependants,
  MOST_DEPENDANT_NAMES,
} from '@fieldwatch/contract/units/dependants'
import { PlaceNumber } from '@fieldwatch/contract/places/places'
import { nameOfEvent } from '@fieldwatch/contract/events/event-columns'
import type { DataId, EntityId, LabelId, SourceName, TemplateId, UserId } from '@fieldwatch/contract/api/ids'
import { createLabelStore } from '#fleet/labels/label-store.ts'
import { createPlaceStore } from '#fleet/places/place-store.ts'
import { fieldsOf } from '#fleet/places/settle-places.ts'
import { createTemplateStore } from '#fleet/templates/template-store.ts'
import { requireMayAdministerTemplate } from '#fleet/templates/template-policy.ts'
import { requireMayDecide } from '#fleet/units/unit-policy.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { mayReach, requireAdmin, requireAdministered } from '#people/access/access-policy.ts'
import { createUserAdministrationStore } from '#people/users/user-administration-store.ts'
import { requireMayDeleteUser } from '#people/users/user-policy.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createAlertEndStore } from '#features/alerts/alert-end-store.ts'
import { createAlertOwnerStore } from '#features/alerts/alert-owner-store.ts'
import { sourcesOf } from '#features/events/event-policy.ts'
import { createEventStore } from '#features/events/event-store.ts'
import { createScheduleEndStore } from '#features/report-schedules/schedule-end-store.ts'
import { requireMayRead } from '#records/store/source-policy.ts'
import { createSourceStore } from '#records/store/source-store.ts'
import { createDependantStore } from './dependant-store.ts'
import { createEntityRemovalStore } from './entity-removal-store.ts'
import { findSourceDependants } from './source-dependants.ts'

/**
 * What depends on a thing, for someone who may delete it.
 * @throws DomainError as the deletion of the thing: what is out of reach is not found
 */
export async function findDependants(
  db: Db,
  caller: Caller,
  { kind, id, source, event }: QueryOf<typeof listDependants>,
): Promise<DependantGroup[]> {
  const groups = await findAll()
  return groups.filter(({ total }) => total > 0)

  async function findAll(): Promise<DependantGroup[]> {
    switch (kind) {
      case 'source':
        return ofSource(db, caller, id as DataId, source)
      case 'event table':
        return ofEventTable(db, caller, id as DataId, nameOfEvent(event ?? ''))
      case 'user':
        return ofUsers(db, caller, id.split(',') as UserId[])
      case 'template':
        return ofTemplate(db, caller, id as TemplateId)
      case 'label':
        requireAdministered(caller, await createLabelStore(db).find(id as LabelId, caller.reach), 'label/not-found')
        return createDependantStore(db).ofLabel(id as LabelId, caller.reach)
      case 'place':
        return ofPlace(db, caller, placeNumber(id))
      case 'unit':
        requireMayDecide(caller, await createUnitStore(db).getDocument(id as DataId, caller.reach))
        return createDependantStore(db).ofUnit(id as DataId, caller.reach)
      default:
        return ofEntity(db, caller, id as EntityId)
    }
  }
}

async function ofPlace(db: Db, caller: Caller, id: number): Promise<DependantGroup[]> {
  const place = await createPlaceStore(db).find(id, caller.reach)
  requireAdministered(caller, place, 'place/not-found')
  const fields = fieldsOf(id, place)
  const [own] = fields
  const tables = await createEventStore(db).listOnPlaces(place.entity, fields)
  const ended = tables.filter(({ field }) => field === own)
  const alerts = []
  for (const { dataId, name } of ended) alerts.push(...(await createAlertEndStore(db).listOfTable(dataId, name)))
  return [
    within(caller, 'alert', 'ended', alerts),
    named('event table', 'ended', ended.map(titleOf)),
    named('event table', 'changed', tables.filter(({ field }) => field !== own).map(titleOf)),
  ]
}

/** A number of no place for what is none. */
function placeNumber(id: string): number {
  return PlaceNumber.safeParse(Number(id)).data ?? 0
}

async function ofSource(
  db: Db,
  caller: Caller,
  dataId: DataId,
  source: SourceName | undefined,
): Promise<DependantGroup[]> {
  await createUnitStore(db).getDocument(dataId, caller.reach)
  if (source === undefined || (await createSourceStore(db).find(dataId, source)) === undefined)
    throw new DomainError('data/not-found')
  const unitEntities = await createUnitStore(db).listEntities(dataId)
  const found = await findSourceDependants(db, { dataId, source, unitEntities })
  return [
    named('calculated source', 'blocks', found.calculations),
    within(caller, 'alert', 'ended', found.alerts),
    named('event table', 'ended', found.tables.map(titleOf)),
    within(caller, 'scheduled report', 'paused', found.schedules),
    named('event table', 'changed', found.columns.map(titleOf)),
    named('chart', 'changed', found.charts),
  ]
}

async function ofEventTable(db: Db, caller: Caller, dataId: DataId, name: string): Promise<DependantGroup[]> {
  await createUnitStore(db).getDocument(dataId, caller.reach)
  requireMayRead(caller, ...sourcesOf(await createEventStore(db).get(dataId, name)))
  return [within(caller, 'alert', 'ended', await createAlertEndStore(db).listOfTable(dataId, name))]
}

async function ofUsers(db: Db, caller: Caller, ids: readonly UserId[]): Promise<DependantGroup[]> {
  for (const user of await createUserAdministrationStore(db).getAll(ids)) requireMayDeleteUser(caller, user)
  return [
    within(caller, 'alert', 'handed over', await createAlertOwnerStore(db).listOrphaned(ids, ids)),
    within(caller, 'scheduled report', 'paused', await createScheduleEndStore(db).listOrphaned(ids, ids)),
    ...(await createDependantStore(db).ofUsers(ids, caller.reach)),
  ]
}

async function ofTemplate(db: Db, caller: Caller, id: TemplateId): Promise<DependantGroup[]> {
  requireMayAdministerTemplate(caller, await createTemplateStore(db).lock(id, caller.reach, { for: 'removal' }))
  return createDependantStore(db).ofTemplate(id, caller.reach)
}

async function ofEntity(db: Db, caller: Caller, id: EntityId): Promise<DependantGroup[]> {
  requireAdmin(caller)
  if (!mayReach(caller, id)) throw new DomainError('entity/not-found')
  const below = await createEntityRemovalStore(db).listSubtree(id)
  return createDependantStore(db).ofEntities(below, caller.reach)
}

function titleOf({ title }: { readonly title: string }): string {
  return title
}

function named(kind: DependantKind, effect: DependantEffect, names: readonly string[]): DependantGroup {
  return { kind, effect, total: names.length, names: names.slice(0, MOST_DEPENDANT_NAMES) }
}

/** Of entities out of reach the things are counted and not named. */
function within(
  { reach }: Caller,
  kind: DependantKind,
  effect: DependantEffect,
  things: readonly { readonly name: string; readonly entity: EntityId }[],
): DependantGroup {
  const names = things.flatMap(({ name, entity }) => (mayReach({ reach }, entity) ? [name] : []))
  return { ...named(kind, effect, names), total: things.length }
}
