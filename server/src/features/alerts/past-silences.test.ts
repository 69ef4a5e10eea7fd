import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rehearseAlert } from '@fieldwatch/contract/alerts/alert-rehearsal'
import { buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { silencesBetween } from './past-silences.ts'

const database = await createTestDatabase()
const { app, call, clock, db, signInAs, signInWith } = await createTestApp({ database })
const MINUTE = 60_000

describe('past silences', () => {
  const asked = { from: 1_000, to: 2_000, allowedMs: 100, createdAt: 0 }
  const between = (...heard: [number, number][]) =>
    silencesBetween(
      heard.map(([from, to]) => ({ from, to })),
      asked,
    ).map(({ from, to }) => [from, to])

  it('lie between the records of any source', () => {
    assert.deepEqual(between([950, 1_400], [1_300, 1_500], [1_700, 1_950]), [[1_500, 1_700]])
    assert.deepEqual(between([950, 2_000], [1_200, 1_200]), [])
  })

  it('are not shorter than what is allowed', () => {
    assert.deepEqual(between([950, 1_400], [1_500, 1_900]), [])
  })

  it('reach to both ends of the range, but not to before there was the unit', () => {
    assert.deepEqual(between([1_200, 1_300]), [
      [900, 1_200],
      [1_300, 2_000],
    ])
    const ofNew = silencesBetween([{ from: 1_850, to: 2_000 }], { ...asked, createdAt: 1_800 })
    assert.deepEqual(ofNew, [])
  })
})

describe('a silence that is rehearsed', () => {
  it('follows from when records arrived, of the whole unit and of one source', async () => {
    let admin = await signInAs({ role: 'admin' })
    const unit = await buildUnit(db, { entity: admin.entity, createdAt: new Date(clock()) })
    const start = clock()
    const arrives = async (minute: number, source: string) => {
      clock.advance(start + minute * MINUTE - clock())
      // What was measured each minute comes at once.
      const records = Array.from({ length: 5 }, (_, back) => ({
        messageUTC: new Date(clock() - back * MINUTE).toISOString(),
        v: 1,
      }))
      await sendRecords(app, unit, source, records)
    }
    await arrives(0, 'a')
    await arrives(8, 'b')
    await arrives(16, 'a')
    await arrives(40, 'a')
    clock.advance(20 * MINUTE)
    admin = await signInWith(admin.email)
    const rehearse = async (given: object) =>
      (
        await call(rehearseAlert, {
          as: admin,
          body: { devices: [unit.dataId], type: 'silence', silentSeconds: 600, ...given },
        })
      ).body.details
    const utc = (minute: number) => new Date(start + minute * MINUTE).toISOString()

    const whole = await rehearse({})
    const ofSource = await rehearse({ source: 'a' })
    const learned = await rehearse({ silentSeconds: null, graceSeconds: 60 })

    assert.deepEqual(
      whole.units[0]?.events.map(({ startUTC, endUTC, value }) => [startUTC, endUTC, value]),
      [
        [utc(26), utc(40), null],
        [utc(50), null, null],
      ],
    )
    assert.deepEqual(
      whole.units[0]?.noData.map(({ startUTC, endUTC }) => [startUTC, endUTC]),
      [
        [utc(16), utc(40)],
        [utc(40), utc(60)],
      ],
    )
    assert.deepEqual([whole.count, whole.durationSeconds, whole.messages], [2, 24 * 60, 3])
    assert.deepEqual(
      ofSource.units[0]?.events.map(({ startUTC }) => startUTC),
      [utc(10), utc(26), utc(50)],
    )
    assert.equal(learned.units[0]?.silentSeconds, 3_660)
  })

  it('has no condition, and a value has no time of silence', async () => {
    const admin = await signInAs({ role: 'admin' })
    const unit = await buildUnit(db, { entity: admin.entity })
    const condition = { field: 'v', operator: 'less than', constant: 1 } as const
    const refused = async (given: object) => {
      const body = { devices: [unit.dataId], ...given }
      return (await call(rehearseAlert, { as: admin, body })).status
    }

    assert.equal(await refused({ type: 'silence', condition }), 400)
    assert.equal(await refused({ source: 'a', condition, silentSeconds: 60 }), 400)
    assert.equal(await refused({}), 400)
  })
})
