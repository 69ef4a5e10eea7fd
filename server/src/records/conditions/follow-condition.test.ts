import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { judgeNaively } from './testing/judge-naively.ts'
import { followCondition } from './testing/followed-condition.ts'

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
const uploads = fc.array(
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

it('a condition that follows records is what it is by all of them in their order, however they arrive', async () => {
  await fc.assert(
    fc.asyncProperty(conditions, uploads, async ({ sides: [operator, constant, clear], ...given }, sent) => {
      const bound = { operator, constant }
      const clearBound = { operator, constant: given.hasClearLimit ? clear : constant }
      const condition = { bound, clearBound, forMs: given.forMs, gapMs: given.gapMs }
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
      await followed.take([{ at: now, value: 5 }], { now, isImported: false, isOver: () => false })
      followed.tick(now + 100)

      const expected = judgeNaively(condition, followed.readings(), given.gapMs === Infinity ? now + 100 : now)
      assert.deepEqual(followed.transitions(), expected)
      assert.equal(followed.isOn(), expected.at(-1)?.kind === 'began')
    }),
    { numRuns: HISTORIES },
  )
})
