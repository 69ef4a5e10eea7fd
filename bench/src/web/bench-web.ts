import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import type { Result } from '../report/result.ts'
import { formatTable } from '../report/table.ts'
import { EVERY_SECONDS, measureMemory } from './measure-memory.ts'
import { measureOpening } from './measure-opening.ts'
import { measureStreaming } from './measure-streaming.ts'
import { measureYardsticks } from './measure-yardsticks.ts'
import { openWebContext, type WebContext } from './web-context.ts'
import { fill, fillSparsely, giveCharts, sourceUntil } from './web-data.ts'

interface WebSizes {
  readonly longDays: number
  readonly repeats: number
  readonly streamSeconds: number
  readonly memoryHours: number
}

const FULL: WebSizes = { longDays: 30, repeats: 4, streamSeconds: 10, memoryHours: 4 }
const QUICK: WebSizes = { longDays: 2, repeats: 1, streamSeconds: 3, memoryHours: 2 }

const DAY = 86_400_000

try {
  const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
  await main(values.quick ? QUICK : FULL)
} catch (error) {
  console.error(error instanceof Error ? `${error.name}: ${error.message}\n${error.stack}` : error)
  process.exitCode = 1
}

async function main(sizes: WebSizes): Promise<void> {
  const context = await openWebContext()
  const results: Result[] = []
  // Ended early, it tells what it has measured so far.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void context.browser.close())
  try {
    await measure(context, sizes, results)
  } finally {
    const [processor] = cpus()
    console.log(
      `\nChromium ${context.browser.version()}, headless, drawn by software, ${cpus().length} × ${processor?.model}\n`,
    )
    console.log(formatTable(results))
    await context.close()
  }
}

async function measure(context: WebContext, sizes: WebSizes, results: Result[]): Promise<void> {
  const { portal } = context
  const now = Date.now()
  const day = sourceUntil('web-day', now, { days: 1 })
  const long = sourceUntil('web-long', now, { days: sizes.longDays })
  const ten = sourceUntil('web-ten', now - sizes.memoryHours * 3_600_000, { days: 1 })
  console.error('… records')
  await portal.addUnits([day, long, ten].map(({ unit }) => unit))
  await fill(portal, day)
  await fill(portal, long)
  await fillSparsely(portal, ten, EVERY_SECONDS)
  await giveCharts(portal, day.unit, 1)
  await giveCharts(portal, long.unit, 1)
  await giveCharts(portal, ten.unit, 10)
  await portal.settle()

  const { repeats } = sizes
  console.error('… yardsticks')
  const yardsticks = await measureYardsticks(context, day, { repeats: Math.min(repeats, 2) })
  console.error('… opening')
  const history = `?history=${new Date(now - sizes.longDays * DAY).toISOString()}~${new Date(now).toISOString()}`
  results.push(
    ...(await measureOpening(context, {
      what: '24 h × 1 Hz × 4',
      unit: day.unit,
      target: 1000,
      repeats,
      ...yardsticks,
    })),
    ...(await measureOpening(context, {
      what: `${sizes.longDays} d × 1 Hz × 4`,
      unit: long.unit,
      search: history,
      target: 1200,
      repeats,
      opening: [],
      zoom: [],
    })),
  )
  console.error('… live')
  results.push(await measureStreaming(context, day, { seconds: sizes.streamSeconds }))
  console.error('… memory')
  results.push(await measureMemory(context, ten, { hours: sizes.memoryHours }))
}
