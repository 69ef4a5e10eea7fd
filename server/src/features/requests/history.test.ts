import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cancelAction, listActionRequests, postAction, putAction } from '@fieldwatch/contract/actions/actions'
import {
  exportData,
  getCurrent,
  getSeries,
  listLatest,
  prepareData,
  queryData,
} from '@fieldwatch/contract/telemetry/data'
import { SourceName } from '@fieldwatch/contract/api/ids'
import { streamLive, streamSource } from '@fieldwatch/contract/telemetry/live'
import { buildUser } from '#testing/build-users.ts'
import type { BuiltUnit } from '#testing/build-unit.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { decodeSourceMessage, type SourceRecord } from '#doors/ingest/decode-message.ts'
import { verdictOf } from '#doors/ingest/ingest-batch.ts'
import type { Recorder } from '#doors/ingest/record-batch.ts'
import { onceAResult } from './place-results.ts'
import { openRequests } from './testing/open-requests.ts'

const database = await createTestDatabase()
const portal = await openRequests(database)
const { admin, answer, ask, becomes, call, clock, db, features, find, signInAs, unit: buildUnit, url } = portal

/** Records nothing. */
const NO_RECORDER: Recorder = {
  recordBatch: async () => Promise.reject(new Error('not used')),
  recordTogether: async () => Promise.reject(new Error('not used')),
  recordBody: async () => Promise.reject(new Error('not used')),
  recordDecoded: async () => Promise.reject(new Error('not used')),
  recordResults: async () => undefined,
  close: async () => undefined,
}

const source = (name: string) => SourceName.parse(name)

async function read(unit: BuiltUnit, subject: string): Promise<Record<string, unknown>[]> {
  const { status, body } = await call(queryData, { as: admin, body: { dataID: unit.dataId, subject } })
  assert.equal(status, 200)
  return body.body.details.data.map(({ recieveUTC: _received, ...record }) => record)
}

describe('the history of requests', () => {
  it('has each request in action_request and its result in action_result, with the payloads as texts', async () => {
    const unit = await buildUnit()
    const body = { dataID: unit.dataId, actionClass: 'Tdwlb' as const, payload: { UpdateConfig: '{"a":[1]}' } }
    const id = (await call(putAction, { as: admin, body })).body.details.action_id
    const sentAt = clock()
    clock.advance(5_000)
    const result = { actionClass: 'Tdwlb', action: 'Update', payload: { a: [1], b: { c: null } } }
    const response = await answer(unit, id, { ...result, messageUTC: new Date(clock()).toISOString() })
    await becomes(id, ({ state }) => state === 'answered')

    assert.equal(response.status, 200)
    const about = { action_id: id, actionClass: 'Tdwlb', action: 'Update' }
    assert.deepEqual(await read(unit, 'action_request'), [
      {
        ...about,
        method: 'PUT',
        payload: '{"UpdateConfig":"{\\"a\\":[1]}"}',
        messageUTC: new Date(sentAt).toISOString(),
      },
    ])
    assert.deepEqual(await read(unit, 'action_result'), [
      { ...about, status: 'OK', payload: '{"a":[1],"b":{"c":null}}', messageUTC: new Date(clock()).toISOString() },
    ])
  })

  it('has one result of a request whose unit answers twice, at once or later, and the first one counts', async () => {
    const unit = await buildUnit()
    const id = await ask(unit)
    const answers = await Promise.all([answer(unit, id), answer(unit, id)])
    const answered = await becomes(id, ({ state }) => state === 'answered')
    clock.advance(60_000)
    const later = await answer(unit, id, { status: 'FAILED', messageUTC: new Date(clock()).toISOString() })

    assert.deepEqual(
      await Promise.all(
        [...answers, later].map(async (one) => [
          one.status,
          ((await one.json()) as { details: { stored: number } }).details.stored,
        ]),
      ),
      [
        [200, 1],
        [200, 1],
        [200, 1],
      ],
    )
    assert.equal((await read(unit, 'action_result')).length, 1)
    assert.deepEqual(await find(id), answered)
  })

  it('has the first of two different answers that follow each other quickly, as the request does', async () => {
    for (let round = 0; round < 10; round += 1) {
      const unit = await buildUnit()
      const id = await ask(unit)

      await Promise.all([
        answer(unit, id, { status: 'OK', payload: 'first' }),
        answer(unit, id, { status: 'BUSY', payload: 'second' }),
        answer(unit, id, { status: 'FAILED', payload: 'third' }),
      ])

      const { status, result } = await becomes(id, ({ state }) => state === 'answered')
      const results = await read(unit, 'action_result')
      assert.deepEqual(
        results.map((one) => [one['status'], one['payload']]),
        [[status, result]],
      )
    }
  })

  it('keeps the first answer when the second comes before the first is stored', async () => {
    const unit = await buildUnit()
    const id = await ask(unit)
    const parts = { db, clock }
    const given = {
      dataId: unit.dataId,
      pausedData: new Set<string>(),
      calculatedSources: new Set<string>(),
      channel: 'http',
      arrivedAt: clock(),
    } as const
    const kept: SourceRecord[] = []
    const recorder = onceAResult({ ...NO_RECORDER, recordBatch: async ({ records }) => keep(records) }, parts)
    const keep = (records: readonly SourceRecord[]) => {
      kept.push(...records)
      return verdictOf({ stored: records.length, paused: 0, refused: [] })
    }

    for (const status of ['OK', 'BUSY']) {
      const body = Buffer.from(JSON.stringify({ action_id: id, status }))
      await recorder.recordBatch({ ...given, ...decodeSourceMessage('action_result', body, clock()) })
    }

    assert.deepEqual(
      kept.map(({ at, json, fields }) => [at, JSON.parse(json), fields['status']]),
      [1, 2].map(() => [clock(), { action_id: id, status: 'OK' }, 'OK']),
    )
  })

  it('keeps results that say the same moment apart', async () => {
    const unit = await buildUnit()
    const ids = [await ask(unit), await ask(unit), await ask(unit)]
    const messageUTC = '2026-03-01T11:00:00.000Z'

    for (const id of ids) await answer(unit, id, { messageUTC })

    const results = await read(unit, 'action_result')
    assert.deepEqual(
      results.map(({ action_id, messageUTC: at }) => [action_id, at]),
      ids.map((id, place) => [id, `2026-03-01T11:00:00.00${place}Z`]),
    )
  })

  it('keeps a result without a request, and one for the request of another unit, as they came', async () => {
    const [unit, other] = [await buildUnit(), await buildUnit()]
    const id = await ask(other)

    await answer(unit, 999_999_999)
    await answer(unit, id)

    assert.deepEqual(
      (await read(unit, 'action_result')).map(({ action_id }) => action_id),
      [999_999_999, id],
    )
    assert.equal((await find(id)).state, 'waiting')
  })

  it('says TIMEOUT of what expired and CANCELLED of what was taken back, each once', async () => {
    const unit = await buildUnit()
    const about = { dataID: unit.dataId, actionClass: 'Unit' as const, payload: 'Ping', expiresInSeconds: 30 }
    const expired = (await call(postAction, { as: admin, body: about })).body.details.action_id
    const cancelled = await ask(unit)
    await call(cancelAction, { as: admin, params: { action_id: cancelled } })
    clock.advance(30_000)
    await features.requests.tidy()
    await features.requests.tidy()

    const results = await read(unit, 'action_result')

    assert.deepEqual(
      results.map(({ action_id, status }) => [action_id, status]),
      [
        [cancelled, 'CANCELLED'],
        [expired, 'TIMEOUT'],
      ],
    )
  })

  it('is written later when it could not be written at once, and no more than once', async () => {
    const unit = await buildUnit()
    const id = await ask(unit)
    await db.updateTable('actionRequest').set({ requestRecorded: false }).where('id', '=', id).execute()

    await features.requests.tidy()

    assert.equal((await read(unit, 'action_request')).length, 1)
  })

  it('cannot be written by a unit', async () => {
    const unit = await buildUnit()

    const response = await fetch(`${url}/ingest/${unit.dataId}/action_request`, {
      method: 'POST',
      headers: { authorization: unit.bearer, 'content-type': 'application/json' },
      body: '{"action_id": 1}',
    })

    assert.deepEqual(
      [response.status, ((await response.json()) as { code: string }).code],
      [403, 'record/source-calculated'],
    )
  })

  it('is followed by a stream of added events', async () => {
    const unit = await buildUnit()
    await ask(unit)
    const response = await fetch(`${url}/stream/data/${unit.dataId}/action_request`, {
      headers: { authorization: admin.bearer },
    })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const readUntil = async (part: string): Promise<void> => {
      while (!text.includes(part)) text += (await reader?.read())?.value ?? ''
    }
    await readUntil('event: added')
    clock.advance(1_000)

    const id = await ask(unit)

    await readUntil(`"action_id":${id}`)
    await reader?.cancel()
  })

  it('is for admins alone, by every way in which records are read', async () => {
    const unit = await buildUnit()
    const id = await ask(unit)
    await answer(unit, id)
    const viewer = await signInAs({ entity: admin.entity })
    const dataID = unit.dataId

    for (const subject of ['action_request', 'action_result'].map(source)) {
      const params = { dataID, subject }
      const answers = [
        await call(queryData, { as: viewer, body: params }),
        await call(getCurrent, { as: viewer, body: params }),
        await call(prepareData, { as: viewer, body: params }),
        await call(getSeries, { as: viewer, params, query: { from: '0', to: '2000000000000' } }),
        await call(exportData, { as: viewer, params: { dataID, file: `${subject}.csv` } }),
        await call(streamSource, { as: viewer, params }),
        await call(streamLive, { as: viewer, query: { data: `${dataID}/${subject}` } }),
      ]

      assert.deepEqual(
        answers.map(({ status, failure }) => [status, failure.code]),
        answers.map(() => [403, 'access/forbidden']),
      )
      const latest = await call(listLatest, { as: viewer, body: { dataIDs: [dataID], subject } })
      assert.deepEqual(latest.body.body.details, [])
    }
  })
})

describe('the list of requests', () => {
  it('has them newest first, page by page, with who sent them, narrowed by setting and state', async () => {
    const unit = await buildUnit()
    const { email } = await buildUser(db, {
      entityId: admin.entity,
      role: 'admin',
      firstName: 'Grace',
      lastName: 'Hopper',
    })
    const grace = await portal.signInWith(email)
    const first = await ask(unit)
    const body = { dataID: unit.dataId, actionClass: 'Tdwlb' as const, payload: 'ListConfigInfo' }
    const second = (await call(postAction, { as: grace, body })).body.details.action_id
    const list = async (query: object) =>
      (await call(listActionRequests, { as: admin, query: { dataID: unit.dataId, ...query } })).body.details

    const page = await list({ pageSize: 1 })
    const next = await list({ pageSize: 1, page: 2 })
    const ofClass = await list({ actionClass: 'Tdwlb' })
    const answered = await list({ state: 'answered' })

    assert.deepEqual(
      [page, next].map(({ requests, pagination }) => [requests[0]?.action_id, pagination.total, pagination.hasNext]),
      [
        [second, 2, true],
        [first, 2, false],
      ],
    )
    assert.deepEqual(
      ofClass.requests.map(({ action_id, createdBy }) => [action_id, createdBy]),
      [[second, 'Grace Hopper']],
    )
    assert.deepEqual(answered.requests, [])
  })
})
