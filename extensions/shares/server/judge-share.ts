import type { DataId } from '@fieldwatch/contract/api/ids'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import type { SharedTables } from '@fieldwatch/server/doors/visitors/shared-events'
import type { IncidentsToShare } from '@fieldwatch/server/doors/visitors/shared-incident'
import { findSharer, findTemplate, listSources, type WithLooks } from '@fieldwatch/server/doors/visitors/sharer'
import type { FrozenPlace } from '@fieldwatch/server/doors/visitors/unit-places'
import { dataOfUnit, type Visit, nameForVisitors, NO_DATA } from '@fieldwatch/server/doors/visitors/visit'
import { createUnitStore } from '@fieldwatch/server/fleet/units/unit-store'
import type { Actor } from '@fieldwatch/server/people/access/person-store'
import { listActiveEntities } from '@fieldwatch/server/platform/database/active-entities'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { createShareStore, type StoredShare } from './share-store.ts'
import { showEvents } from './show-events.ts'
import { showIncident } from './show-incident.ts'
import type { ClosedState, Shown } from './shown.ts'
import { shownScreen } from './shown-screen.ts'

/** A link that opens, and what it shows at this moment. */
export interface OpenShare extends Visit {
  readonly state: 'open'
  readonly share: StoredShare
}

type JudgedShare = OpenShare | { readonly state: ClosedState }

export interface JudgeParts {
  readonly db: Db
  readonly withLooks: WithLooks
  readonly sharedTables: SharedTables
  readonly sharedIncidents: IncidentsToShare
}

/**
 * Judges links by the rights that their creators have now: a link shows what its creator could share at this moment. Creators are read
 * once, so that a list of links asks little.
 */
export function createShareJudge(parts: JudgeParts, now: number) {
  const creators = new Map<string, Promise<Actor | undefined>>()

  function findCreator({ createdBy, entity }: StoredShare): Promise<Actor | undefined> {
    const key = `${createdBy} ${entity}`
    const finding = creators.get(key) ?? findSharer(parts.db, createdBy, entity)
    creators.set(key, finding)
    return finding
  }

  return async (share: StoredShare): Promise<JudgedShare> => {
    if (share.expiresAt !== undefined && share.expiresAt <= now) return { state: 'expired' }
    const actor = await findCreator(share)
    if (actor === undefined) return { state: (await isDisabled(parts.db, share)) ? 'entity' : 'creator' }
    const shown = await show(parts, share, actor)
    if (shown === 'unit' && (await isDisabled(parts.db, share))) return { state: 'entity' }
    if (typeof shown === 'string') return { state: shown }
    return { state: 'open', share, id: share.id, actor, screen: shown.screen, ...shown.data }
  }
}

async function show(parts: JudgeParts, share: StoredShare, actor: Actor): Promise<Shown> {
  if (share.kind === 'map') {
    const units = await createUnitStore(parts.db).listDocuments(actor.reach, {
      dataIds: await createShareStore(parts.db).listUnits(share.id),
    })
    return showMap(share, units, await createShareStore(parts.db).listPlaces(share.id))
  }
  if (share.kind === 'incident') return showIncident(parts.sharedIncidents, share, actor)
  return showUnit(parts, share, actor)
}

async function showUnit(parts: JudgeParts, share: StoredShare, actor: Actor): Promise<Shown> {
  const { db, withLooks, sharedTables } = parts
  const { dataId } = share
  const unit = dataId === undefined ? undefined : await findUnit(db, dataId, actor)
  if (dataId === undefined || unit === undefined) return 'unit'
  if (!unit.active) return 'inactive'
  const template = await findTemplate(db, unit, actor)
  const looking = template && (await withLooks(dataId, template))
  if (share.kind === 'events') return showEvents(sharedTables, share, { name: unit.friendlyName, template: looking })
  const about = { ...share.what, name: unit.friendlyName }
  if (looking === undefined || shownScreen(looking, about, share.fields) === undefined) return 'screen'
  const screen = shownScreen(looking, about, await withoutDeleted(db, share, unit, actor))
  return screen === undefined ? 'source' : { screen, data: dataOfUnit(dataId, screen) }
}

/** The fields of a link without those of sources that were deleted since. */
async function withoutDeleted(
  db: Db,
  { fields, sources }: StoredShare,
  unit: Unit,
  actor: Actor,
): Promise<StoredShare['fields']> {
  const existing = (await listSources(db, [unit.dataID], actor)).get(unit.dataID) ?? []
  const deleted = new Set(sources.filter((source) => !existing.includes(source)))
  return Object.fromEntries(Object.entries(fields).filter(([source]) => !deleted.has(source)))
}

/** Whether the entity of a link is disabled, or all entities of its unit or of the units of its map. */
async function isDisabled(db: Db, { id, entity, dataId }: StoredShare): Promise<boolean> {
  const store = createShareStore(db)
  if ((await listActiveEntities(db, [entity])).length === 0) return true
  return store.areUnitsDisabled(dataId === undefined ? await store.listUnits(id) : [dataId])
}

async function findUnit(db: Db, dataId: DataId, { reach }: Actor) {
  const [unit] = await createUnitStore(db).listDocuments(reach, { dataIds: [dataId] })
  return unit
}

type Unit = NonNullable<Awaited<ReturnType<typeof findUnit>>>

/** The units of a map that are in reach and active. */
function showMap(
  { id, what: { title = '', atUTC } }: Pick<StoredShare, 'id' | 'what'>,
  units: readonly Pick<DataDocument, 'dataID' | 'friendlyName' | 'active'>[],
  places: ReadonlyMap<DataId, FrozenPlace>,
): Shown {
  const shown = units.filter(({ dataID, active }) => active && (atUTC === undefined || places.has(dataID)))
  if (shown.length === 0) return units.length === 0 ? 'unit' : 'inactive'
  const named = shown.map((unit) => ({ ...unit, unit: nameForVisitors(id, unit.dataID) }))
  const placed = new Map(named.map(({ unit, dataID }) => [unit, dataID]))
  const frozen = named.flatMap(({ unit, dataID, friendlyName: name }) => {
    const place = places.get(dataID)
    return place === undefined ? [] : [{ unit, name, ...place }]
  })
  return {
    screen: { kind: 'map', name: title, units: [...placed.keys()], atUTC: atUTC ?? null },
    data: { ...NO_DATA, placed, frozen: atUTC === undefined ? undefined : frozen },
  }
}
