import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { parkedReading, placeBound } from '@fieldwatch/contract/places/place-conditions'
import { judgeLeavingNaively, judgeNaively } from './testing/judge-naively.ts'
import type { Condition } from './judge-reading.ts'
import { followCondition, type SentValue } from './testing/followed-condition.ts'

/** `FIELDWATCH_HISTORIES=10000` plays so many. */
const HISTORIES = Number(process.env['FIELDWATCH_HISTORIES'] ?? 300)
const BEGINS_AT = 5

const sides = fc.constantFrom(
  ...([
    ['>', 6, 4],
    ['>=', 6, 6],
    ['<', 4, 7],
    ['<=', 4, 4],
    ['==', 1, 1],
    ['!=', 0, 0],
  ] as const),
)
const conditions = fc.record({
  sides,
  hasClearLimit: fc.boolean(),
  forMs: fc.constantFrom(0, 0, 3, 10),
  gapMs: fc.constantFrom(Infinity, Infinity, 4, 12),
})
const values = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 10 }) },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.constantFrom(null, 'a text') },
)
/** Times are those of the clock, and before or ahead of it. */
const uploadsOf = (values: fc.Arbitrary<SentValue>) =>
  fc.array(
    fc.record({
      pass: fc.integer({ min: 0, max: 12 }),
      records: fc.array(fc.record({ from: fc.integer({ min: -40, max: 15 }), value: values }), {
        minLength: 1,
        maxLength: 8,
      }),
      isImported: fc.boolean(),
      isTick: fc.boolean(),
      piece: fc.boolean(),
    }),
    { maxLength: 8 },
  )
const uploads = uploadsOf(values)

it('a condition that follows records is what it is by all of them in their order, however they arrive', async () => {
  await fc.assert(
    fc.asyncProperty(conditions, uploads, async ({ sides: [operator, constant, clear], ...given }, sent) => {
      const bound = { operator, constant }
      const clearBound = { operator, constant: given.hasClearLimit ? clear : constant }
      const condition = { bound, clearBound, forMs: given.forMs, gapMs: given.gapMs }
      const { followed, now } = await play(condition, sent)
      const expected = judgeNaively(condition, followed.readings(), given.gapMs === Infinity ? now + 100 : now)
      assert.deepEqual(followed.transitions(), expected)
      assert.equal(followed.isOn(), expected.at(-1)?.kind === 'began')
    }),
    { numRuns: HISTORIES },
  )
})

const positions = fc
  .tuple(fc.constantFrom(-3, -3, -1, 0, 3, 6, 20), fc.constantFrom(0, 0, 1))
  .map(([outside, parked]) => parkedReading(outside, parked))
const moves = uploadsOf(fc.oneof({ weight: 9, arbitrary: positions }, { weight: 1, arbitrary: fc.constant(null) }))

it('leaving while parked is what it is by all positions in their order, however they arrive', async () => {
  const bound = placeBound('outside')
  const clearBound = { ...bound, constant: placeBound('in').constant }
  const settings = fc.record({ forMs: fc.constantFrom(0, 0, 3, 10), gapMs: fc.constantFrom(1_000, 30, 12, 4) })
  await fc.assert(
    fc.asyncProperty(settings, moves, async ({ forMs, gapMs }, sent) => {
      const condition = { bound, clearBound, forMs, gapMs, leavesParked: true }
      const { followed } = await play(condition, sent, parkedReading(1, 0))

      const expected = judgeLeavingNaively(condition, followed.readings())
      assert.deepEqual(followed.transitions(), expected)
      assert.equal(followed.isOn(), expected.at(-1)?.kind === 'began')
    }),
    { numRuns: HISTORIES },
  )
})

interface Upload {
  readonly pass: number
  readonly records: readonly { readonly from: number; readonly value: SentValue }[]
  readonly isImported: boolean
  readonly isTick: boolean
  readonly piece: boolean
}

/** Sends the uploads, and one record long after them. */
async function play(condition: Condition, sent: readonly Upload[], last: SentValue = 5) {
  const followed = followCondition(condition, BEGINS_AT)
  const firstAt = new Map<number, number>()
  let now = 40
  for (const { pass, records, isImported, isTick, piece } of sent) {
    now += pass
    // A record that was ahead is not replaced: decision 0225.
    const byTime = new Map(records.map(({ from, value }) => [now + from, value]))
    const fresh = [...byTime].filter(([at]) => (firstAt.get(at) ?? at) === at)
    for (const [at] of fresh) firstAt.set(at, Math.min(at, now))
    await followed.take(
      fresh.map(([at, value]) => ({ at, value })),
      { now, isImported: isImported && pass > 6, isOver: () => piece },
    )
    if (isTick) followed.tick(now)
  }
  now += 100
  await followed.take([{ at: now, value: last }], { now, isImported: false, isOver: () => false })
  followed.tick(now + 100)
  return { followed, now }
}
