import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { createReportWriter } from '@fieldwatch/contract/reports/report-formats'
import type { ReportDefinition } from '@fieldwatch/contract/reports/reports'
import { writeCsv } from '@fieldwatch/contract/tables/table'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import type { NumbersRequest } from '#records/store/record-reader.ts'
import type { StoredEventTable } from './event-store.ts'
import type { StoredOccurrence } from './occurrence-store.ts'
import { type ReportWork, reportTable } from './write-report.ts'

const MINUTE = 60_000

const TABLE = {
  id: 1,
  dataId: DataId.parse('pump-1'),
  name: 'hot',
  title: 'Hot',
  source: SourceName.parse('room'),
  values: [],
} as unknown as StoredEventTable

const REPORT: ReportDefinition = {
  name: 'all',
  columns: ['Start'],
  values: ['startUTC'],
  formats: ['YYYY-MM-DD HH:MM:SS'],
  includeCoordinates: true,
}

interface Given {
  /** How many occurrences there are, each of five minutes, or the occurrences. */
  occurrences?: number | readonly StoredOccurrence[]
  report?: Partial<ReportDefinition>
  /** Times of positions. */
  positions?: readonly number[]
  signal?: AbortSignal
}

function occurrenceAt(startAt: number, durationMs = 5 * MINUTE): StoredOccurrence {
  return {
    startAt,
    endAt: startAt + durationMs,
    durationMs,
    noDataAfter: false,
    tag: undefined,
    figures: [],
    starts: undefined,
  }
}

/** A report of occurrences that are asked for one block after the other; `asked` has what was read, in its order. */
function open({ occurrences = 0, report = {}, positions, signal = new AbortController().signal }: Given) {
  const asked: string[] = []
  const all =
    typeof occurrences === 'number'
      ? Array.from({ length: occurrences }, (_, index) => occurrenceAt(index * 10 * MINUTE))
      : occurrences
  const work: ReportWork = {
    measures: new Map(),
    occurrences: {
      listAfter: async (_table, _range, { after, limit }) => {
        asked.push(`${limit} occurrences`)
        const first = all.findIndex(({ startAt }) => startAt > after)
        return first === -1 ? [] : all.slice(first, first + limit)
      },
    },
    reader: {
      async *readNumbers(_key: number, { from, to }: NumbersRequest) {
        asked.push('positions')
        const at = (positions ?? []).filter((time) => time >= from && time < to)
        // In blocks, as they are stored.
        for (let start = 0; start < at.length; start += 3) {
          const block = Float64Array.from(at.slice(start, start + 3))
          yield { at: block, columns: [block.map((time) => time / MINUTE), block.map(() => -0.123456789)] }
        }
      },
    },
    table: TABLE,
    range: { from: 0, to: Number.MAX_SAFE_INTEGER, now: 0 },
    report: { ...REPORT, ...report },
    write: createReportWriter({ timeZone: 'Asia/Kathmandu' }),
    headingOf: (column) => column,
    positionKey: positions === undefined ? undefined : 7,
    mostRows: Infinity,
    signal,
  }
  return { asked, pieces: writeCsv([reportTable(work)]) }
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

describe('writing a report', () => {
  it('reads the next occurrences only when all that was read is taken', async () => {
    const { asked, pieces } = open({ occurrences: 2_500 })

    await pieces.next()
    assert.deepEqual(asked, [])
    let rows = 0
    for await (const piece of pieces) {
      rows += piece.split('\r\n').length - 1
      assert.equal(asked.length, Math.ceil(rows / 1_000))
    }

    assert.equal(rows, 2_500)
    assert.deepEqual(asked, ['1000 occurrences', '1000 occurrences', '1000 occurrences'])
  })

  it('hands on some thousand cells at once, however many columns there are', async () => {
    const columns = Array.from({ length: 100 }, (_, index) => `Start ${index}`)
    const { pieces } = open({
      occurrences: 1_000,
      report: {
        columns,
        values: columns.map(() => 'startUTC'),
        formats: columns.map(() => 'DD/MM/YYYY HH:MM:SS'),
        includeCoordinates: false,
      },
    })

    let most = 0
    for await (const piece of pieces) most = Math.max(most, piece.split('\r\n').length - 1)

    assert.equal(most, 20)
  })

  it('hands on no more than some ten thousand characters of coordinates at once', async () => {
    const day = 24 * 60 * MINUTE
    const { pieces } = open({
      occurrences: Array.from({ length: 8 }, (_, index) => occurrenceAt(index * day, day / 2)),
      positions: Array.from({ length: 8 * 24 * 60 }, (_, minute) => minute * MINUTE),
    })

    const lengths: number[] = []
    for await (const piece of pieces) lengths.push(piece.length)

    assert.ok(lengths.length > 2, `${lengths.length} pieces`)
    assert.ok(Math.max(...lengths) < 100_000, `${Math.max(...lengths)} characters`)
  })

  it('ends with the connection that takes it, in the middle of positions too', async () => {
    const gone = new AbortController()
    const { asked, pieces } = open({ occurrences: 5_000, positions: [0], signal: gone.signal })
    await pieces.next()
    await pieces.next()
    const before = asked.length

    gone.abort(new Error('gone'))

    await assert.rejects(textOf(pieces), { message: 'gone' })
    assert.equal(asked.length, before)
  })

  // spec 2-7-11
  it('has in each row the positions of its own occurrence, however many are read at once', async () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 30 })), {
      maxLength: 30,
    })
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 2_000 }), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(steps, times, async (periods, minutes) => {
        let end = 0
        const occurrences = periods.map(([gap, length]) => {
          const occurrence = occurrenceAt((end + gap) * MINUTE, length * MINUTE)
          end += gap + length
          return occurrence
        })
        const sorted = minutes.toSorted((one, other) => one - other)
        const { pieces } = open({ occurrences, positions: sorted.map((minute) => minute * MINUTE) })

        const [, ...rows] = parse(await textOf(pieces))

        assert.deepEqual(
          rows.map((row) => row[1]),
          occurrences.map(({ startAt, durationMs }) =>
            sorted
              .filter((minute) => minute * MINUTE >= startAt && minute * MINUTE <= startAt + durationMs)
              .map((minute) => `${minute} -0.1234568`)
              .join('; '),
          ),
        )
      }),
    )
  })

  it('asks once for the positions of occurrences that are close to each other', async () => {
    const close = Array.from({ length: 50 }, (_, index) => occurrenceAt(index * 10 * MINUTE))
    const far = occurrenceAt(100 * 60 * MINUTE)
    const { asked, pieces } = open({ occurrences: [...close, far], positions: [0] })

    await textOf(pieces)

    assert.deepEqual(asked, ['1000 occurrences', 'positions', 'positions'])
  })

  it('keeps so many positions of a long occurrence as a cell of a spreadsheet holds, evenly chosen', async () => {
    const { pieces } = open({
      occurrences: [occurrenceAt(0, 5_000 * MINUTE)],
      positions: Array.from({ length: 5_000 }, (_, minute) => minute * MINUTE),
    })

    const [, row] = parse(await textOf(pieces))

    const kept = String(row?.[1])
      .split('; ')
      .map((position) => Number(position.split(' ')[0]))
    assert.ok(String(row?.[1]).length < 32_767)
    assert.ok(kept.length > 500 && kept.length <= 1_000, `${kept.length} positions`)
    assert.deepEqual(new Set(kept.slice(1).map((minute, index) => minute - (kept[index] ?? 0))).size, 1)
  })

  it('leaves the coordinates of a unit without positions empty', async () => {
    const { asked, pieces } = open({ occurrences: 1 })

    assert.equal(await textOf(pieces), 'Start,coordinates\r\n1970-01-01 05:30:00,\r\n')
    assert.deepEqual(asked, ['1000 occurrences'])
  })
})
