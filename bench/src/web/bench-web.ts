import { printTable } from '../report/print-table.ts'
import type { Result } from '../report/result.ts'
import { EVERY_SECONDS, measureMemory } from './measure-memory.ts'
import { measureOpening } from './measure-opening.ts'
import { measureReplay, measureReplayMemory } from './measure-replay.ts'
import { measureStreaming } from './measure-streaming.ts'
import { measureYardsticks } from './measure-yardsticks.ts'
import { openWebContext, type WebContext } from './web-context.ts'
import { fill, fillSparsely, giveCharts, sourceUntil } from './web-data.ts'
import { readWebOptions, WEB_PARTS, type WebOptions, type WebPart } from './web-options.ts'

interface WebSizes {
  readonly longDays: number
  readonly repeats: number
  readonly streamSeconds: number
  readonly memoryHours: number
  readonly replayMinutes: number
}

const FULL: WebSizes = { longDays: 30, repeats: 4, streamSeconds: 10, memoryHours: 3, replayMinutes: 10 }
const QUICK: WebSizes = { longDays: 2, repeats: 1, streamSeconds: 3, memoryHours: 2, replayMinutes: 2 }

const DAY = 86_400_000
const HOUR = 3_600_000

const MEASURES: Readonly<Record<WebPart, (context: WebContext, sizes: WebSizes) => Promise<Result[]>>> = {
  day: measureDay,
  month: measureMonth,
  live: measureLive,
  memory: measureTenCharts,
  replay: (context, { streamSeconds }) => measureReplay(context, { seconds: streamSeconds }),
  'replay-memory': (context, { replayMinutes }) => measureReplayMemory(context, { minutes: replayMinutes }),
}

try {
  await main(readWebOptions(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? `${error.name}: ${error.message}\n${error.stack}` : error)
  process.exitCode = 1
}

async function main({ quick, only }: WebOptions): Promise<void> {
  const context = await openWebContext()
  // Ended early, it prints what it has measured so far.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void context.browser.close())
  try {
    const engine = `Chromium ${context.browser.version()}, headless, drawn by software`
    await printTable({ quick, engine }, async (results) => {
      for (const part of WEB_PARTS) {
        if (!only.has(part)) continue
        console.error(`… ${part}`)
        results.push(...(await MEASURES[part](context, quick ? QUICK : FULL)))
      }
    })
  } finally {
    await context.close()
  }
}

async function measureDay(context: WebContext, { repeats }: WebSizes): Promise<Result[]> {
  const source = await addDay(context, 'web-day')
  const yardsticks = await measureYardsticks(context, source, { repeats: Math.min(repeats, 2) })
  const charts = { what: '24 h × 1 Hz × 4', unit: source.unit, target: 1000 }
  return measureOpening(context, { ...charts, ...yardsticks, repeats })
}

async function measureMonth(context: WebContext, { longDays, repeats }: WebSizes): Promise<Result[]> {
  const { portal } = context
  const now = Date.now()
  const source = sourceUntil('web-month', now, { days: longDays })
  await portal.addUnits([source.unit])
  await fill(portal, source)
  await giveCharts(portal, source.unit, 1)
  await portal.settle()
  return measureOpening(context, {
    what: `${longDays} d × 1 Hz × 4`,
    unit: source.unit,
    search: `?history=${new Date(now - longDays * DAY).toISOString()}~${new Date(now).toISOString()}`,
    target: 1200,
    repeats,
    opening: [],
    zoom: [],
  })
}

async function measureLive(context: WebContext, { streamSeconds }: WebSizes): Promise<Result[]> {
  return measureStreaming(context, await addDay(context, 'web-live'), { seconds: streamSeconds })
}

async function measureTenCharts(context: WebContext, { memoryHours }: WebSizes): Promise<Result[]> {
  const { portal } = context
  const source = sourceUntil('web-ten', Date.now() - memoryHours * HOUR, { days: 1 })
  await portal.addUnits([source.unit])
  await fillSparsely(portal, source, EVERY_SECONDS)
  await giveCharts(portal, source.unit, 10)
  return [await measureMemory(context, source, { hours: memoryHours })]
}

/** A unit with one chart of a day until now. */
async function addDay({ portal }: WebContext, unit: string): Promise<ReturnType<typeof sourceUntil>> {
  const source = sourceUntil(unit, Date.now(), { days: 1 })
  await portal.addUnits([unit])
  await fill(portal, source)
  await giveCharts(portal, unit, 1)
  await portal.settle()
  return source
}
