import { z } from 'zod'
import { DataId, UtcTime } from '@fieldwatch/contract/api/ids'
import { Chart } from '@fieldwatch/contract/widgets/chart'
import { OverviewWidgets } from '@fieldwatch/contract/widgets/widget-kinds'

/** Why a tile shows nothing: its unit was deleted or left the reach, is deactivated, or no longer has the data or the widget. */
export const TILE_GONE = ['unit', 'inactive', 'source', 'screen'] as const

const place = {
  column: z.number().int(),
  row: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
}

/** What the screen calls the unit: it gets no dataIDs. */
const unit = { unit: DataId, name: z.string() }

/** A tile as a screen draws it. */
export const ShownTile = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('widget'), ...place, ...unit, overview: OverviewWidgets }),
  z.object({
    kind: z.literal('chart'),
    ...place,
    ...unit,
    /** By which its series is read. */
    key: z.string(),
    chart: Chart,
    minutes: z.number().int(),
  }),
  z.object({ kind: z.literal('map'), ...place, title: z.string(), units: z.array(DataId) }),
  z.object({ kind: z.literal('alerts'), ...place }),
  z.object({ kind: z.literal('text'), ...place, text: z.string() }),
  z.object({
    kind: z.literal('gone'),
    ...place,
    why: z.enum(TILE_GONE),
    /** What it showed. */
    title: z.string(),
    /** The name of the unit; null when it is out of reach. */
    name: z.string().nullable(),
  }),
])
export type ShownTile = z.infer<typeof ShownTile>

export const ShownPage = z.object({
  title: z.string(),
  columns: z.number().int(),
  rows: z.number().int(),
  tiles: z.array(ShownTile),
})
export type ShownPage = z.infer<typeof ShownPage>

/** A wallboard as a screen draws it. */
export const ShownBoard = z.object({
  name: z.string(),
  /** How long each page is shown. */
  seconds: z.number().int(),
  pages: z.array(ShownPage),
})
export type ShownBoard = z.infer<typeof ShownBoard>

/** The most alerts that a screen lists. */
export const MOST_BOARD_ALERTS = 50

export const BoardAlert = z.object({
  alert: z.string(),
  /** The name of the unit. */
  unit: z.string(),
  sinceUTC: UtcTime.nullable(),
})
export type BoardAlert = z.infer<typeof BoardAlert>
