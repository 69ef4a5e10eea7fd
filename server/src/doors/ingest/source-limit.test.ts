import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { buildUnit, type BuiltUnit } from '#testing/build-unit.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { STANDARD_INGEST } from './ingest-settings.ts'
import { createSourceLimit } from './source-limit.ts'

const database = await createTestDatabase()
const { app, db, clock } = await createTestApp({ database, ingest: { ...STANDARD_INGEST, sourcesPerUnit: 3 } })

async function send(unit: BuiltUnit, source: string | undefined, body: unknown) {
  const response = await app.inject({
    method: 'POST',
    url: `/api/v1/ingest/${unit.dataId}${source === undefined ? '' : `/${source}`}`,
    headers: { authorization: unit.bearer, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  return { status: response.statusCode, body: response.json() }
}

async function sourcesOf(unit: BuiltUnit): Promise<string[]> {
  const rows = await db.selectFrom('source').select('name').where('dataId', '=', unit.dataId).orderBy('name').execute()
  return rows.map(({ name }) => name)
}

const SENTENCE = 'A unit has at most 3 sources, so this new one is not stored.'

describe('sources of a unit', () => {
  it('are bounded: records of one too many are refused, and those of the others are stored', async () => {
    const unit = await buildUnit(db)

    const { status, body } = await send(unit, undefined, { one: 1, two: [1, 2], three: 1, four: [7, 8] })
    const alone = await send(unit, 'four', 1)
    const known = await send(unit, 'two', 3)

    assert.equal(status, 200)
    assert.deepEqual(body.details, {
      stored: 4,
      paused: 0,
      refused: [
        { source: 'four', index: 0, code: 'record/too-many-sources', message: SENTENCE },
        { source: 'four', index: 1, code: 'record/too-many-sources', message: SENTENCE },
      ],
    })
    assert.deepEqual([alone.status, alone.body.code, alone.body.message], [403, 'record/too-many-sources', SENTENCE])
    assert.equal(known.status, 200)
    assert.deepEqual(await sourcesOf(unit), ['one', 'three', 'two'])
  })

  it('are bounded when many come at once', async () => {
    const unit = await buildUnit(db)
    const names = Array.from({ length: 20 }, (_, index) => `s${index}`)

    const answers = await Promise.all(names.map((name) => send(unit, name, 1)))

    assert.equal(answers.filter(({ status }) => status === 200).length, 3)
    assert.equal((await sourcesOf(unit)).length, 3)
  })

  it('are bounded in a large body', async () => {
    const unit = await buildUnit(db)
    const records = Array.from({ length: 2_000 }, (_, index) => ({ messageUTC: 1_700_000_000 + index, level: index }))

    const { body } = await send(unit, undefined, { one: records, two: records, three: records, four: records })

    assert.equal(body.details.stored, 6_000)
    assert.equal(body.details.refused.length, 1000)
    assert.deepEqual(await sourcesOf(unit), ['one', 'three', 'two'])
  })

  it('are known of thousands of units that send a first record at once', async () => {
    const gate = Promise.withResolvers<string[]>()
    const listSources = (): Promise<string[]> => gate.promise
    const { refusedOf } = createSourceLimit({ listSources, isStored: () => false, clock, most: 3 })

    const asking = Array.from({ length: 2_000 }, (_, number) => refusedOf(`unit-${number}` as DataId, ['one']))
    gate.resolve(['two', 'three', 'four'])

    const refused = await Promise.all(asking)
    assert.ok(refused.every((names) => names.has('one')))
  })

  it('make room for a new one when one is removed', async () => {
    const unit = await buildUnit(db)
    await send(unit, undefined, { one: 1, two: 1, three: 1 })
    assert.equal((await send(unit, 'four', 1)).status, 403)

    await db
      .deleteFrom('source')
      .where('dataId', '=', unit.dataId)
      .where('name', '=', 'one' as never)
      .execute()
    clock.advance(5_000)

    assert.equal((await send(unit, 'four', 1)).status, 200)
  })
})
