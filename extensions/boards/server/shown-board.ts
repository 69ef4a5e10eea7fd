import { hash } from 'node:crypto'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { placeTiles, type TilePlace } from '../contract/board-layout.ts'
import type { ShownPage, ShownTile, TILE_GONE } from '../contract/board-screen.ts'
import type { BoardPage, BoardTile } from '../contract/boards.ts'
import {
  fieldsOfChart,
  fieldsOfOverview,
  type FieldsBySource,
  narrowChart,
  narrowOverview,
  type ShownField,
} from '@fieldwatch/contract/visitors/shown-fields'
import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import {
  type OverviewKind,
  OVERVIEW_KINDS,
  type OverviewWidgets,
  widgetsOfKind,
} from '@fieldwatch/contract/widgets/widget-kinds'
import type { Chart } from '@fieldwatch/contract/widgets/chart'
import { findChart } from '@fieldwatch/server/doors/visitors/shared-screen'
import { nameForVisitors } from '@fieldwatch/server/doors/visitors/visit'

export type Shown = Pick<TemplateDefinition, 'overview' | 'timeSeries'>

/** A unit of a wallboard as it is now, of someone who has it in reach. */
export interface BoardUnit {
  readonly name: string
  readonly isActive: boolean
  readonly template: Shown | undefined
  /** What the wallboard showed of it when it was saved. */
  readonly allowed: FieldsBySource
  /** The sources that existed then and were deleted since. */
  readonly deleted: ReadonlySet<string>
}

interface Context {
  /** By which the names of units on this screen are made. */
  readonly seed: string
  /** Undefined for a unit that is deleted or out of reach. */
  readonly findUnit: (dataId: DataId) => BoardUnit | undefined
}

/** What a tile takes from its unit: the fields that it shows, or the chart. */
interface TileParts {
  readonly overview?: OverviewWidgets
  readonly chart?: Chart
}

/** The pages as a screen draws them. */
export function showPages(pages: readonly BoardPage[], context: Context): ShownPage[] {
  return pages.map(({ title, columns, rows, tiles }) => {
    const places = placeTiles(tiles, { columns, rows }) ?? []
    const shown = tiles.flatMap((tile, index) => {
      const place = places[index]
      return place === undefined ? [] : [showTile(tile, place, context)]
    })
    return { title, columns, rows, tiles: shown }
  })
}

/** What the template of a unit has for a tile; nothing where several widgets of a kind have the same title. */
export function findParts(template: Shown, tile: Extract<BoardTile, { dataID: DataId }>): TileParts {
  if (tile.kind === 'chart') {
    const chart = findChart(template, tile.title)
    return chart === undefined ? {} : { chart }
  }
  return findWidget(template, tile.widget, tile.title)
}

export function fieldsOfParts({ overview, chart }: TileParts): ShownField[] {
  return [
    ...(overview === undefined ? [] : fieldsOfOverview(overview)),
    ...(chart === undefined ? [] : fieldsOfChart(chart)),
  ]
}

function findWidget({ overview = {} }: Shown, kind: OverviewKind, title: string): TileParts {
  const { titleOf } = OVERVIEW_KINDS[kind]
  const [widget, ...others] = widgetsOfKind({ overview }, kind).filter((one) => titleOf(one) === title)
  if (widget === undefined || others.length > 0) return {}
  // A kind of which a template has only one is stored without a list.
  return { overview: { [kind]: Array.isArray(overview[kind]) ? [widget] : widget } }
}

function showTile(tile: BoardTile, { column, row, width, height }: TilePlace, context: Context): ShownTile {
  const place = { column, row, width, height }
  const gone = (why: (typeof TILE_GONE)[number], name: string | null, title: string): ShownTile => ({
    kind: 'gone',
    ...place,
    why,
    name,
    title,
  })
  if (tile.kind === 'text') return { kind: 'text', ...place, text: tile.text }
  if (tile.kind === 'alerts') return { kind: 'alerts', ...place }
  if (tile.kind === 'map') {
    const units = tile.dataIDs.flatMap((dataId) => (context.findUnit(dataId)?.isActive === true ? [dataId] : []))
    if (units.length === 0) return gone('unit', null, tile.title)
    return { kind: 'map', ...place, title: tile.title, units: units.map((unit) => nameForVisitors(context.seed, unit)) }
  }
  const unit = context.findUnit(tile.dataID)
  if (unit === undefined) return gone('unit', null, tile.title)
  const { name, isActive, template } = unit
  if (!isActive) return gone('inactive', name, tile.title)
  const parts = template === undefined ? {} : narrowParts(findParts(template, tile), unit.allowed)
  if (fieldsOfParts(parts).length === 0) return gone('screen', name, tile.title)
  const { overview, chart } = narrowParts(parts, withoutDeleted(unit))
  const shown = { ...place, unit: nameForVisitors(context.seed, tile.dataID), name }
  if (tile.kind === 'chart' && chart !== undefined)
    return { kind: 'chart', ...shown, key: keyOfChart(context.seed, tile), chart, minutes: tile.minutes }
  if (overview !== undefined) return { kind: 'widget', ...shown, overview }
  return gone('source', name, tile.title)
}

function narrowParts({ overview, chart }: TileParts, allowed: FieldsBySource): TileParts {
  const kept = overview && narrowOverview(overview, allowed)
  const drawn = chart && narrowChart(chart, allowed)
  return {
    ...(kept === undefined || fieldsOfOverview(kept).length === 0 ? {} : { overview: kept }),
    ...(drawn === undefined ? {} : { chart: drawn }),
  }
}

function withoutDeleted({ allowed, deleted }: BoardUnit): FieldsBySource {
  return Object.fromEntries(Object.entries(allowed).filter(([source]) => !deleted.has(source)))
}

function keyOfChart(seed: string, { dataID, title, minutes }: Extract<BoardTile, { kind: 'chart' }>): string {
  return hash('sha256', `${seed}\n${dataID}\n${minutes}\n${title}`, 'hex').slice(0, 32)
}
