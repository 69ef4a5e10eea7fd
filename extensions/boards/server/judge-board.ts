import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import type { ShownBoard } from '../contract/board-screen.ts'
import { type BoardPage, unitsOfPages } from '../contract/boards.ts'
import { fieldsOfChart, fieldsOfOverview, type ShownField } from '@fieldwatch/contract/visitors/shown-fields'
import type { Template } from '@fieldwatch/contract/templates/templates'
import { createUnitStore } from '@fieldwatch/server/fleet/units/unit-store'
import type { Actor } from '@fieldwatch/server/people/access/person-store'
import { findSharer, findTemplate, listSources, type WithLooks } from '@fieldwatch/server/doors/visitors/sharer'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { fieldsToShow } from '@fieldwatch/server/doors/visitors/shared-screen'
import {
  nameForVisitors,
  NO_DATA,
  type ShownChart,
  type ShownUnit,
  type Visit,
} from '@fieldwatch/server/doors/visitors/visit'
import { listEntitiesBelow } from '@fieldwatch/server/platform/database/entities-below'
import type { JudgedBoard, SavedData } from './board-store.ts'
import { type BoardUnit, fieldsOfParts, findParts, type Shown, showPages } from './shown-board.ts'

/** What wallboards are judged with. */
export interface JudgeParts {
  readonly db: Db
  readonly withLooks: WithLooks
}

/** What a screen may read. */
export interface BoardVisit extends Visit {
  /** The entities whose triggered alerts it lists; none for a screen without such a list. */
  readonly alertsOf: readonly EntityId[]
}

/** The person by whose rights a wallboard is shown: undefined when they can't share units of its entity any more. */
export async function findEditor(
  { db }: Pick<JudgeParts, 'db'>,
  { entity, savedBy }: Pick<JudgedBoard, 'entity' | 'savedBy'>,
): Promise<Actor | undefined> {
  return findSharer(db, savedBy, entity)
}

/** What a screen shows of a wallboard at this moment. `seed` makes its names of units; undefined: it shows nothing. */
export async function judgeBoard(
  parts: JudgeParts,
  board: JudgedBoard,
  { id, seed }: { readonly id: string; readonly seed: string },
): Promise<BoardVisit | undefined> {
  const actor = await findEditor(parts, board)
  if (actor === undefined) return undefined
  const { name, seconds, pages } = board.draft
  const left = unitsOfPages(pages).filter((dataId) => !board.deleted.includes(dataId))
  const units = await readUnits(parts, actor, left, board)
  const shown = showPages(pages, { seed, findUnit: (dataId) => units.get(dataId) })
  const screen: ShownBoard = { name, seconds, pages: shown }
  const named = new Map([...units.keys()].map((dataId) => [nameForVisitors(seed, dataId), dataId]))
  return {
    id,
    actor,
    screen: { kind: 'own', name, screen },
    ...NO_DATA,
    ...dataOfBoard(screen, named),
    alertsOf: hasAlerts(pages) ? await listActiveBelow(parts, actor, board) : [],
  }
}

/** What is kept with a wallboard that is saved: the fields on its tiles, and the sources that there are. */
export async function readSavedData(
  parts: JudgeParts,
  actor: Pick<Actor, 'role' | 'reach'>,
  pages: readonly BoardPage[],
): Promise<SavedData> {
  const dataIds = unitsOfPages(pages)
  const templates = await readTemplates(parts, actor, dataIds)
  const fields = new Map<DataId, ShownField[]>()
  for (const tile of pages.flatMap(({ tiles }) => tiles)) {
    if (tile.kind !== 'widget' && tile.kind !== 'chart') continue
    const template = templates.get(tile.dataID)?.template
    const shown = template === undefined ? [] : fieldsOfParts(findParts(template, tile))
    fields.set(tile.dataID, [...(fields.get(tile.dataID) ?? []), ...shown])
  }
  return {
    fields: Object.fromEntries([...fields].map(([dataId, list]) => [dataId, fieldsToShow(list)])),
    sources: Object.fromEntries(await listSources(parts.db, dataIds, actor)),
  }
}

/** The units that someone has in reach, with the templates that they show. */
async function readTemplates(
  { db, withLooks }: JudgeParts,
  { reach }: Pick<Actor, 'reach'>,
  dataIds: readonly DataId[],
) {
  const documents = dataIds.length === 0 ? [] : await createUnitStore(db).listDocuments(reach, { dataIds })
  const read = new Map<string, Promise<Template | undefined>>()
  const units = new Map<DataId, { name: string; isActive: boolean; template: Shown | undefined }>()
  for (const { dataID, friendlyName, active, customTemplate, defaultTemplate } of documents) {
    const id = customTemplate ?? defaultTemplate ?? ''
    // Units of one model share a template.
    const reading = read.get(id) ?? findTemplate(db, { customTemplate, defaultTemplate }, { reach })
    read.set(id, reading)
    const template = await reading
    const looking = template && (await withLooks(dataID, template))
    units.set(dataID, { name: friendlyName, isActive: active, template: looking })
  }
  return units
}

async function readUnits(
  parts: JudgeParts,
  actor: Actor,
  dataIds: readonly DataId[],
  { fields, sources }: SavedData,
): Promise<ReadonlyMap<DataId, BoardUnit>> {
  const units = await readTemplates(parts, actor, dataIds)
  const existing = await listSources(parts.db, dataIds, actor)
  return new Map(
    [...units].map(([dataId, unit]) => {
      const now = new Set(existing.get(dataId))
      const deleted = new Set((sources[dataId] ?? []).filter((source) => !now.has(source)))
      return [dataId, { ...unit, allowed: fields[dataId] ?? {}, deleted }]
    }),
  )
}

async function listActiveBelow({ db }: JudgeParts, { reach }: Actor, { entity }: JudgedBoard) {
  return (await listEntitiesBelow(db, entity)).filter((id) => reach.includes(id))
}

function hasAlerts(pages: readonly BoardPage[]): boolean {
  return pages.some(({ tiles }) => tiles.some(({ kind }) => kind === 'alerts'))
}

/** The data that the tiles of a screen are drawn from, and nothing else. */
function dataOfBoard(
  { pages }: ShownBoard,
  named: ReadonlyMap<DataId, DataId>,
): Pick<Visit, 'units' | 'charts' | 'placed'> {
  const current = new Map<DataId, ShownField[]>()
  const live = new Map<DataId, ShownField[]>()
  const charts = new Map<string, ShownChart>()
  const placed = new Map<DataId, DataId>()
  const add = (to: Map<DataId, ShownField[]>, unit: DataId, fields: readonly ShownField[]): void => {
    to.set(unit, [...(to.get(unit) ?? []), ...fields])
  }
  for (const tile of pages.flatMap(({ tiles }) => tiles)) {
    if (tile.kind === 'widget') for (const to of [current, live]) add(to, tile.unit, fieldsOfOverview(tile.overview))
    if (tile.kind === 'map') for (const unit of tile.units) placeUnit(unit)
    const dataId = tile.kind === 'chart' ? named.get(tile.unit) : undefined
    if (tile.kind !== 'chart' || dataId === undefined) continue
    add(live, tile.unit, fieldsOfChart(tile.chart))
    charts.set(tile.key, { dataId, chart: tile.chart, range: { kind: 'last', minutes: tile.minutes } })
  }
  const units = new Map<DataId, ShownUnit>()
  for (const unit of new Set([...current.keys(), ...live.keys()])) {
    const dataId = named.get(unit)
    if (dataId === undefined) continue
    units.set(unit, { dataId, current: joined(current.get(unit)), live: joined(live.get(unit)) })
  }
  return { units, charts, placed }

  function placeUnit(unit: DataId): void {
    const dataId = named.get(unit)
    if (dataId !== undefined) placed.set(unit, dataId)
  }
}

/** Each field once, with as many records as the tile that shows the most of it. */
function joined(fields: readonly ShownField[] = []): ShownField[] {
  const byKey = Map.groupBy(fields, ({ source, field }) => `${source}.${field}`)
  return [...byKey.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    return [{ ...first, records: Math.max(first.records, ...others.map(({ records }) => records)) }]
  })
}
