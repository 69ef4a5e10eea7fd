import type { DataId } from '@fieldwatch/contract/api/ids'
import type { BoardPage, BoardTile, BoardTileKind } from '../../contract/boards.ts'
import type { Template } from '@fieldwatch/contract/templates/templates'
import { OVERVIEW_KINDS, type OverviewKind, widgetsOfKind } from '@fieldwatch/contract/widgets/widget-kinds'
import { t } from '../texts.ts'

export interface TileValues {
  kind: BoardTileKind
  dataID: DataId | ''
  /** Kind and title of a widget. */
  widget: string
  /** Only for a chart: its title. */
  chart: string
  minutes: string
  title: string
  dataIDs: readonly string[]
  text: string
  width: string
  height: string
}

/** Periods of charts, in minutes. */
export const RANGES = [30, 60, 6 * 60, 12 * 60, 24 * 60, 7 * 24 * 60, 30 * 24 * 60]

export function tileValues(tile: BoardTile | undefined): TileValues {
  const of = <K extends BoardTileKind>(kind: K) =>
    tile?.kind === kind ? (tile as Extract<BoardTile, { kind: K }>) : undefined
  const [widget, chart, map] = [of('widget'), of('chart'), of('map')]
  return {
    kind: tile?.kind ?? 'widget',
    dataID: widget?.dataID ?? chart?.dataID ?? '',
    widget: widget === undefined ? '' : widgetKey(widget.widget, widget.title),
    chart: chart?.title ?? '',
    minutes: String(chart?.minutes ?? 6 * 60),
    title: map?.title ?? '',
    dataIDs: map?.dataIDs ?? [],
    text: of('text')?.text ?? '',
    width: String(tile?.width ?? 1),
    height: String(tile?.height ?? 1),
  }
}

/** The tile of a form that has no errors. */
export function tileOf(values: TileValues): BoardTile {
  const size = { width: Number(values.width), height: Number(values.height) }
  const dataID = values.dataID as DataId
  switch (values.kind) {
    case 'widget': {
      const { kind, title } = widgetOfKey(values.widget)
      return { kind: 'widget', dataID, widget: kind, title, ...size }
    }
    case 'chart':
      return { kind: 'chart', dataID, title: values.chart, minutes: Number(values.minutes), ...size }
    case 'map':
      return { kind: 'map', title: values.title.trim(), dataIDs: values.dataIDs.map((id) => id as DataId), ...size }
    case 'text':
      return { kind: 'text', text: values.text, ...size }
    default:
      return { kind: 'alerts', ...size }
  }
}

export function tileErrors({ kind, dataID, widget, chart, dataIDs, text }: TileValues): Record<string, string> {
  const isOfUnit = kind === 'widget' || kind === 'chart'
  return {
    ...(isOfUnit && dataID === '' ? { dataID: t('boards.tile.unit.missing') } : {}),
    ...(kind === 'widget' && dataID !== '' && widget === '' ? { widget: t('boards.tile.widget.missing') } : {}),
    ...(kind === 'chart' && dataID !== '' && chart === '' ? { chart: t('boards.tile.chart.missing') } : {}),
    ...(kind === 'map' && dataIDs.length === 0 ? { dataIDs: t('boards.tile.unit.missing') } : {}),
    ...(kind === 'text' && text.trim() === '' ? { text: t('boards.tile.text.missing') } : {}),
  }
}

interface Choice {
  readonly value: string
  readonly label: string
}

/** The widgets of a template that a tile can show: those that no other one of their kind has the title of. */
export function widgetChoices(template: Template, kindName: (kind: OverviewKind) => string): Choice[] {
  const kinds = Object.keys(OVERVIEW_KINDS) as OverviewKind[]
  return kinds.flatMap((kind) => {
    const titles = widgetsOfKind(template, kind).map((widget) => OVERVIEW_KINDS[kind].titleOf(widget))
    return onlyOnce(titles).map((title) => ({
      value: widgetKey(kind, title),
      label: title === '' ? kindName(kind) : title,
    }))
  })
}

export function chartChoices({ timeSeries }: Template): string[] {
  return onlyOnce(timeSeries?.charts.map(({ title }) => title) ?? [])
}

/** Sizes up to those of the page. */
export function sizesUpTo({ columns, rows }: BoardPage): { widths: string[]; heights: string[] } {
  const numbers = (most: number): string[] => Array.from({ length: most }, (_, index) => String(index + 1))
  return { widths: numbers(columns), heights: numbers(rows) }
}

function onlyOnce(titles: readonly string[]): string[] {
  return titles.filter((title) => titles.filter((other) => other === title).length === 1)
}

function widgetKey(kind: OverviewKind, title: string): string {
  return `${kind} ${title}`
}

function widgetOfKey(key: string): { kind: OverviewKind; title: string } {
  const space = key.indexOf(' ')
  return { kind: key.slice(0, space) as OverviewKind, title: key.slice(space + 1) }
}
