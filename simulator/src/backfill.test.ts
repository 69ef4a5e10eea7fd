import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { backfill } from './backfill.ts'
import { periodic } from './generator.ts'

const counter = periodic('counter', 5, (at) => ({ second: at / 1000 }))
const unit = { url: 'http://portal.example', dataId: 'tank-1', token: 'fw_secret' }

/** A portal that stores everything that it is sent. */
function createPortal(reply: (count: number) => Response) {
  const requests: { url: string; authorization: string | null; records: { messageUTC: string }[] }[] = []
  const fetch = async (...[input, init]: Parameters<typeof globalThis.fetch>): Promise<Response> => {
    const request = new Request(input, init)
    const records = JSON.parse(gunzipSync(Buffer.from(await request.arrayBuffer())).toString())
    requests.push({ url: request.url, authorization: request.headers.get('authorization'), records })
    return reply(records.length)
  }
  return { requests, fetch }
}

function stored(count: number): Response {
  return Response.json({ status: 'success', details: { stored: count, paused: 0, refused: [] } })
}

test('A backfill sends all records in large compressed messages and counts what is stored', async () => {
  const portal = createPortal(stored)
  let count = 0
  const records = counter.recordsBetween(0, 9_000_000, 1)

  await backfill({ ...unit, records, fetch: portal.fetch, onStored: (more) => (count += more) })

  assert.equal(count, 9000)
  assert.deepEqual(
    portal.requests.map((request) => request.records.length),
    [4000, 4000, 1000],
  )
  const [first] = portal.requests
  assert.equal(first?.url, 'http://portal.example/api/v1/ingest/tank-1/counter')
  assert.equal(first?.authorization, 'Bearer fw_secret')
  assert.deepEqual(first?.records[1], { messageUTC: '1970-01-01T00:00:01.000Z', second: 1 })
})

test('A backfill ends when a record is refused or the token is wrong', async () => {
  const refused = [{ source: 'counter', index: 0, code: 'record/time-invalid', message: 'No.' }]
  const some = createPortal(() =>
    Response.json({ status: 'partial_success', details: { stored: 1, paused: 0, refused } }),
  )
  const records = [...counter.recordsBetween(0, 10_000, 5)]
  await assert.rejects(backfill({ ...unit, records, fetch: some.fetch }), /record\/time-invalid/)
  const none = createPortal(() => Response.json({ code: 'unit/invalid-token' }, { status: 401 }))
  await assert.rejects(backfill({ ...unit, records, fetch: none.fetch }), /HTTP 401/)
})
