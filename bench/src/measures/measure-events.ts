import { formatCount } from '@fieldwatch/contract/text/number-text'
import { getEventSummary } from '@fieldwatch/contract/events/event-summary'
import { getEventReport, setEventTag } from '@fieldwatch/contract/events/events'
import { DataId } from '@fieldwatch/contract/api/ids'
import { call, send } from '@fieldwatch/e2e/support/api'
import type { BenchContext } from '../bench-context.ts'
import { insist } from '../checks/wrong-answer.ts'
import { percentile } from '../report/percentile.ts'
import type { Result } from '../report/result.ts'
import { measureOccurrenceDelay } from './measure-occurrence-delay.ts'
import { fillTable, pageOf, removeTable, type WarmTable } from './event-tables.ts'
import { ROOM_FIELD, ROOM_LIMIT, ROOM_SOURCE } from './room.ts'
import { countSince, lastDays, type SentRoom, sendRoom } from './sent-room.ts'

const FILLS = 3

const yearRow = {
  work: 'occurrences of 1 year × 1 Hz with noise around the limit',
  unit: 'ms',
  target: 10_000,
} as const

/** Finding, reading and exporting occurrences, and the other load at the same time. */
export async function measureEvents(context: BenchContext, sent: SentRoom): Promise<Result[]> {
  const { portal, watch, sizes, compare } = context
  const { room, found: all, isYear } = sent
  const recent = lastDays(room, sizes.historyDays)
  const month = { unit: room.unit, name: 'month' }
  const found = countSince(all, recent.start)
  const times: number[] = []
  await watch.during('occurrences', async () => {
    for (let turn = 0; turn < FILLS; turn += 1) {
      if (turn > 0) await removeTable(portal, month)
      times.push(await fillTable(portal, { ...month, start: recent.start, occurrences: found }))
    }
  })
  const yardsticks = await compare(async (yardstick) => {
    if (yardstick.countPeriods === undefined) return 'not asked'
    const sent = await sendRoom(yardstick, recent)
    await yardstick.settle()
    const started = performance.now()
    const source = { unit: room.unit, source: ROOM_SOURCE, field: ROOM_FIELD }
    const count = await yardstick.countPeriods(source, ROOM_LIMIT)
    const took = performance.now() - started
    insist(count === countSince(sent, 0), () => `${yardstick.name} found ${count} occurrences`)
    return took
  })
  const results: Result[] = [
    {
      work: `occurrences of ${sizes.historyDays} d × 1 Hz with noise around the limit`,
      unit: 'ms',
      target: 1_000,
      measured: percentile(times, 0.5),
      yardsticks,
      note: `${formatCount(found)} occurrences with their values, until they are there to be read; the middle of ${FILLS}. The table finds when they begin and end, and stores nothing.`,
    },
  ]
  let whole: WarmTable = month
  if (isYear) {
    whole = { unit: room.unit, name: 'year' }
    const occurrences = countSince(all, 0)
    const took = await watch.during('occurrences of a year', () =>
      fillTable(portal, { ...whole, start: room.start, occurrences }),
    )
    results.push({ ...yearRow, measured: took, note: `${formatCount(occurrences)} occurrences.` })
  } else results.push({ ...yearRow, measured: 'only with --year' })
  results.push(await measureReads(context, month), await measureSummary(context, whole))
  results.push(await measureExport(context, whole))
  results.push(await measureOccurrenceDelay(context))
  return results
}

/** Pages, orders and tags of a hundred thousand occurrences. */
async function measureReads({ portal, watch }: BenchContext, table: WarmTable): Promise<Result> {
  const token = await portal.signIn()
  const slowest = new Map<string, number>()
  const time = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const times: number[] = []
    for (let turn = 0; turn < 5; turn += 1) {
      const started = performance.now()
      await work()
      times.push(performance.now() - started)
    }
    slowest.set(name, percentile(times, 0.5))
  }
  await watch.during('pages of occurrences', async () => {
    for (const sort of ['startUTC', 'endUTC', 'duration', 'tag', `${ROOM_SOURCE}.${ROOM_FIELD}`]) {
      await time(`by ${sort}`, () => pageOf(portal, table, { sort, token }))
    }
    await time('page 5,000', () => pageOf(portal, table, { sort: 'startUTC', page: 5_000, token }))
    const { occurrences } = await pageOf(portal, table, { token })
    const body = { dataID: DataId.parse(table.unit), name: table.name, tag: 'bench' }
    const eventStartUTC = occurrences.map(({ startUTC }) => startUTC)
    await time('a tag', () => call(portal, setEventTag, { token, body: { ...body, eventStartUTC } }))
  })
  const each = [...slowest].map(([name, took]) => `${name} ${took.toFixed(0)} ms`).join(', ')
  return {
    work: 'page, order or tag of 100,000 occurrences, the slowest',
    unit: 'ms',
    target: 200,
    measured: Math.max(...slowest.values()),
    note: `p50 of five each: ${each}.`,
  }
}

async function measureSummary({ portal, watch }: BenchContext, { unit, name }: WarmTable): Promise<Result> {
  const token = await portal.signIn()
  const times: number[] = []
  await watch.during('summary', async () => {
    for (const timeZone of ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns', 'Asia/Tokyo']) {
      const started = performance.now()
      await call(portal, getEventSummary, { token, query: { dataID: DataId.parse(unit), name, timeZone } })
      times.push(performance.now() - started)
    }
  })
  return {
    work: `summary of the table "${name}" by day, the slowest`,
    unit: 'ms',
    target: 200,
    measured: Math.max(...times),
  }
}

async function measureExport({ portal, watch }: BenchContext, { unit, name }: WarmTable): Promise<Result> {
  const token = await portal.signIn()
  const before = (await portal.memory()) ?? Number.NaN
  let most = before
  let lines = 0
  const started = performance.now()
  await watch.during('report', async () => {
    const response = await send(portal, getEventReport, { token, query: { dataID: DataId.parse(unit), name } })
    let blocks = 0
    for await (const block of response.body as unknown as AsyncIterable<Uint8Array>) {
      for (const byte of block) if (byte === 10) lines += 1
      blocks += 1
      if (blocks % 50 === 0) most = Math.max(most, (await portal.memory()) ?? Number.NaN)
    }
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  return {
    work: `memory that the report of the table "${name}" takes`,
    unit: 'MB',
    target: 64,
    measured: Number.isNaN(before) ? 'not available on this system' : most - before,
    note: `${formatCount(lines - 1)} occurrences in ${seconds} s; what the server had more of at most than before.`,
  }
}
