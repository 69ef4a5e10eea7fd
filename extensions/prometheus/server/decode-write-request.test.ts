import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { decodeWriteRequest } from './decode-write-request.ts'
import {
  double,
  encodeSeries,
  field,
  RECORDED_AT,
  RECORDED_SAMPLES,
  type TestSeries,
  varint,
} from './testing/write-request.ts'
import { unpackSnappy } from './unpack-snappy.ts'

const now = Date.UTC(2026, 10, 24, 12)

const nothing = async () => undefined

async function decodeBody(body: Buffer, { own = 'well-1', at = now }: { own?: string; at?: number } = {}) {
  const units = await decodeWriteRequest(body, { own, now: at, pause: nothing, giveTurn: nothing })
  return [...units].map(([unit, { records, refused }]) => ({
    unit,
    records: records.map(({ source, at: time, fields }) => [source, time, fields] as const),
    refused: refused.map(({ source, code, payload }) => [source, code, payload] as const),
  }))
}

const decode = (...series: TestSeries[]) => decodeBody(Buffer.concat(series.map((one) => field(1, encodeSeries(one)))))

describe('decodeWriteRequest', () => {
  it('lets other work go on between the samples of one series, and between parts that it skips', async () => {
    const samples = Array.from({ length: 20_000 }, (_, index) => [1, now - index] as const)
    const series = field(1, encodeSeries({ labels: { __name__: 'level' }, samples }))
    let turns = 0
    const pauses: number[] = []
    const given = {
      own: 'well-1',
      now,
      pause: async (count: number) => void pauses.push(count),
      giveTurn: async () => (turns += 1),
    }

    const units = await decodeWriteRequest(series, given)

    assert.equal(units.get('well-1')?.records.length, 20_000)
    assert.equal(turns, 5)
    assert.deepEqual([Math.max(...pauses), pauses.reduce((sum, count) => sum + count)], [100, 20_000])
    await assert.rejects(decodeWriteRequest(Buffer.alloc(1_000_000), given), { code: 'request/too-large' })
    assert.equal(turns, 55)
  })

  it('reads what Prometheus sent', async () => {
    const body = await unpackSnappy(RECORDED_SAMPLES, () => undefined)

    const [unit, ...others] = await decodeBody(body, { own: 'other', at: RECORDED_AT })

    assert.deepEqual(others, [])
    assert.equal(unit?.unit, 'well-1')
    const levels = unit.records.filter(([source]) => source.startsWith('tank_level_percent'))
    assert.deepEqual(
      levels.map(([, , fields]) => fields),
      [{ value: 71.4 }, { value: 12 }, { value: 71.4 }, { value: 12 }],
    )
    assert.deepEqual(new Set(levels.map(([source]) => source)).size, 2)
    // The level of infinity cannot be stored; the quantile that is no number is left out.
    assert.deepEqual(
      unit.refused.map(([, code]) => code),
      ['record/value-invalid', 'record/value-invalid'],
    )
    assert.equal(
      unit.records.some(([source]) => source.startsWith('pump_quantile')),
      false,
    )
  })

  it('names the source by the metric and its labels, and the unit by its label', async () => {
    const [first, second] = await decode(
      {
        labels: { __name__: 'level', tank: 'north', empty: '' },
        samples: [
          [1.5, now],
          [2, now + 1],
        ],
      },
      { labels: { __name__: 'level', unit: 'well-2' }, samples: [[3, now - 86_400_000]] },
    )

    assert.deepEqual(first, {
      unit: 'well-1',
      records: [
        ['level-tank-north', now, { value: 1.5 }],
        ['level-tank-north', now + 1, { value: 2 }],
      ],
      refused: [],
    })
    assert.deepEqual(second, { unit: 'well-2', records: [['level', now - 86_400_000, { value: 3 }]], refused: [] })
  })

  it('leaves out samples that are no number, such as the marker of a series that ended', async () => {
    const marker = Buffer.from('020000000000f07f', 'hex')
    const labels = encodeSeries({ labels: { __name__: 'level' }, samples: [[Number.NaN, now]] })
    const stale = field(2, Buffer.from([0x09]), marker, Buffer.from([0x10]), varint(BigInt(now)))

    assert.deepEqual(await decodeBody(field(1, labels, stale)), [{ unit: 'well-1', records: [], refused: [] }])
  })

  it('refuses infinities, and times that cannot be right', async () => {
    const labels = { __name__: 'level', tank: 'a"b' }
    const [unit] = await decode({
      labels,
      samples: [
        [Number.POSITIVE_INFINITY, now],
        [1, -5],
        [1, now + 2 * 86_400_000],
        [1, 1000],
      ],
    })

    assert.deepEqual(
      unit?.records.map(([, at]) => at),
      [1000],
    )
    assert.deepEqual(unit.refused, [
      [unit.records[0]?.[0], 'record/value-invalid', `level{tank="a\\"b"} Infinity ${now}`],
      [unit.records[0]?.[0], 'record/time-invalid', 'level{tank="a\\"b"} 1 -5'],
      [unit.records[0]?.[0], 'record/time-in-future', `level{tank="a\\"b"} 1 ${now + 2 * 86_400_000}`],
    ])
  })

  it('leaves it to the store which sample of one time counts, in any order of times', async () => {
    const [unit] = await decode({
      labels: { __name__: 'level' },
      samples: [
        [1, now],
        [2, now],
        [3, now - 1],
      ],
    })

    assert.deepEqual(
      unit?.records.map(([, at, fields]) => [at, fields]),
      [
        [now, { value: 1 }],
        [now, { value: 2 }],
        [now - 1, { value: 3 }],
      ],
    )
  })

  const label = (name: string, value: string) => field(1, field(1, Buffer.from(name)), field(2, Buffer.from(value)))
  const sample = field(2, Buffer.from([0x09]), double(1), Buffer.from([0x10]), varint(BigInt(now)))
  const named = label('__name__', 'level')
  const refusedSeries: readonly (readonly [string, Buffer, string])[] = [
    ['has no metric', Buffer.concat([label('a', 'b'), sample]), '{a="b"}'],
    ['has one label twice', Buffer.concat([named, label('a', 'b'), label('a', 'c'), sample]), 'level{a="b"}'],
    ['has endless labels', Buffer.concat([named, ...Array.from({ length: 70 }, (_, at) => label(`l${at}`, 'x'))]), ''],
    ['has a label of 1 MiB', Buffer.concat([named, label('a', 'x'.repeat(1024 * 1024)), sample]), 'level{}'],
    ['has a label that is no text', Buffer.concat([named, field(1, field(2, Buffer.from([0xff]))), sample]), 'level{}'],
    ['has a native histogram alone', Buffer.concat([named, field(4, Buffer.alloc(4))]), 'level{}'],
  ]
  for (const [title, series, payload] of refusedSeries) {
    it(`refuses a series that ${title}, and reads the next one`, async () => {
      const next = encodeSeries({ labels: { __name__: 'next' }, samples: [[1, now]] })

      const [unit] = await decodeBody(Buffer.concat([field(1, series), field(1, next)]))

      assert.deepEqual(unit?.records, [['next', now, { value: 1 }]])
      const [refusal, ...others] = unit.refused
      assert.deepEqual(others, [])
      assert.equal(refusal?.[1], 'record/packet-invalid')
      assert.ok(refusal[2].startsWith(payload))
    })
  }

  it('skips metadata, exemplars and fields that it does not know', async () => {
    const extra = [
      varint(BigInt(15 * 8)),
      varint(5n),
      varint(BigInt(16 * 8 + 1)),
      double(1),
      field(3, Buffer.from('x')),
    ]
    const fixed = Buffer.concat([varint(BigInt(17 * 8 + 5)), Buffer.alloc(4)])

    const [unit] = await decodeBody(
      Buffer.concat([field(3, Buffer.from('x')), fixed, field(1, named, ...extra, sample)]),
    )

    assert.equal(unit?.records.length, 1)
  })

  it('refuses a body with too many parts', async () => {
    const empty = Buffer.alloc(2 * 200_001).fill(Buffer.from([0x1a, 0]))
    await assert.rejects(decodeBody(empty), { code: 'request/too-large' })
  })

  it('refuses a body that is cut off at any place, and ends for any bytes', async () => {
    const whole = field(1, named, sample)
    for (let length = 1; length < whole.length; length += 1) {
      await assert.rejects(decodeBody(whole.subarray(0, length)), { code: 'record/packet-invalid' })
    }
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (values) => {
        await decodeBody(Buffer.from(values)).catch((error: unknown) => {
          assert.equal(Object(error).code, 'record/packet-invalid')
        })
      }),
    )
  })
})
