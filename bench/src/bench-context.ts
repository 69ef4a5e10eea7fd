import type pg from 'pg'
import { type BenchPortal, startBenchPortal } from './bench-portal.ts'
import { createHealthWatch, type HealthWatch } from './health-watch.ts'
import type { Figure, YardstickFigure } from './report/result.ts'
import type { Sizes } from './sizes.ts'
import { startInflux } from './stores/influx.ts'
import { openPool } from './stores/postgres.ts'
import { createRowTable } from './stores/row-table.ts'
import type { Yardstick } from './stores/store.ts'
import { createValueTable } from './stores/value-table.ts'
import { startVictoriaMetrics } from './stores/victoria-metrics.ts'

/** A yardstick by its name; undefined: it is not installed. */
interface NamedYardstick {
  readonly name: string
  readonly yardstick: Yardstick | undefined
}

/** What every measure is given. */
export interface BenchContext {
  readonly portal: BenchPortal
  readonly watch: HealthWatch
  readonly sizes: Sizes
  /** Midnight before now: the data of the benchmark ends there. */
  readonly today: number
  /** Asks each yardstick in turn. */
  readonly compare: (measure: (yardstick: Yardstick) => Promise<Figure>) => Promise<YardstickFigure[]>
  readonly close: () => Promise<void>
}

export const VICTORIA_METRICS = 'VictoriaMetrics'
export const VALUE_TABLE = 'one row a value'

const YARDSTICKS: Readonly<Record<string, (pool: pg.Pool) => Promise<Yardstick | undefined>>> = {
  [VICTORIA_METRICS]: startVictoriaMetrics,
  InfluxDB: startInflux,
  'jsonb rows': createRowTable,
  [VALUE_TABLE]: createValueTable,
}

const DAY = 86_400_000

export async function openContext(sizes: Sizes): Promise<BenchContext> {
  await using opening = new AsyncDisposableStack()
  const portal = await startBenchPortal()
  opening.defer(() => portal.close())
  const pool = await openYardstickPool(portal.dataFolder)
  opening.defer(() => pool.end())
  const yardsticks: NamedYardstick[] = []
  for (const [name, start] of Object.entries(YARDSTICKS)) {
    const yardstick = await start(pool)
    opening.defer(async () => yardstick?.close())
    yardsticks.push({ name, yardstick })
  }
  const opened = opening.move()
  return {
    portal,
    watch: createHealthWatch(portal),
    sizes,
    today: Math.floor(Date.now() / DAY) * DAY,
    compare: async (measure) => {
      const figures: YardstickFigure[] = []
      // A failing yardstick is only noted in the table: the run is about the portal.
      const tryToMeasure = (yardstick: Yardstick): Promise<Figure> =>
        measure(yardstick).catch((error: unknown) => {
          console.error(`${yardstick.name}: ${error instanceof Error ? error.message : String(error)}`)
          return 'failed'
        })
      for (const { name, yardstick } of yardsticks) {
        figures.push({ name, figure: yardstick === undefined ? 'not installed' : await tryToMeasure(yardstick) })
      }
      return figures
    },
    close: () => opened.disposeAsync(),
  }
}

/** Its own database in the portal's PostgreSQL: the same settings, the same disk. */
async function openYardstickPool(dataFolder: string): Promise<pg.Pool> {
  const portal = openPool(dataFolder, 'fieldwatch')
  await portal.query('create database yardstick')
  await portal.end()
  return openPool(dataFolder, 'yardstick')
}
