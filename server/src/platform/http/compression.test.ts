import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib'
import { type Access, defineEndpoint, envelope, type ReplyFormat } from '@fieldwatch/contract/api/endpoint'
import { z } from 'zod'
import { buildApp } from '#app.ts'
import type { Caller } from './caller.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { silentLog } from '#testing/test-database.ts'
import { addRoute, addSendingRoute } from './add-route.ts'
import { success } from './envelope.ts'

const FEW = 3
const MANY = 2000

function listEndpoint(path: `/${string}`, access: Access = 'session') {
  return defineEndpoint(`GET ${path}`, {
    access,
    tag: 'test',
    summary: 'A list of so many names',
    query: z.object({ count: z.coerce.number() }),
    reply: envelope(z.array(z.string())),
  })
}

function sentEndpoint(format: ReplyFormat) {
  return defineEndpoint(`GET /${format}`, {
    tag: 'test',
    summary: 'A long body of another type',
    format,
    reply: z.unknown(),
  })
}

const echo = defineEndpoint('POST /echo', {
  tag: 'test',
  summary: 'Takes a body',
  body: z.object({ say: z.string() }),
  reply: envelope(z.string()),
})

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `Pumping station ${index}`)

const SENT = [
  ['event-stream', 'text/event-stream'],
  ['arrow', 'application/vnd.apache.arrow.stream'],
  ['csv', 'text/csv; charset=utf-8'],
] as const

const app = await buildApp({
  authenticator: { authenticate: async () => ({}) as Caller, reload: async (caller) => caller },
  metrics: createMetrics(),
  log: silentLog,
  trustProxy: false,
  mapOrigins: [],
  googleMaps: false,
  frameOrigins: () => [],
  register: (features) => {
    addRoute(features, listEndpoint('/list'), async ({ query }) => success(names(query.count)))
    addRoute(features, listEndpoint('/public', 'public'), async ({ query }) => success(names(query.count)))
    addRoute(features, echo, async ({ body }) => success(body.say))
    for (const [format, type] of SENT) {
      addSendingRoute(features, sentEndpoint(format), async ({ reply }) => {
        void reply.type(type).send(names(MANY).join(','))
      })
    }
  },
})

const get = (url: string, encoding?: string) =>
  app.inject({ url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } })

describe('a long JSON reply', () => {
  const expected = { status: 'success', details: names(MANY) }

  for (const [accepted, encoding, decode] of [
    ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['br;q=0.1, gzip', 'gzip', gunzipSync],
  ] as const) {
    it(`is sent as ${encoding} to who accepts ${accepted}`, async () => {
      const reply = await get(`/list?count=${MANY}`, accepted)

      assert.equal(reply.headers['content-encoding'], encoding)
      assert.match(String(reply.headers['vary']), /accept-encoding/i)
      assert.deepEqual(JSON.parse(decode(reply.rawPayload).toString()), expected)
      assert.ok(reply.rawPayload.length < JSON.stringify(expected).length / 4)
    })
  }

  for (const accepted of [undefined, 'identity', 'gzip;q=0']) {
    it(`is sent as it is to who accepts ${accepted ?? 'nothing in particular'}`, async () => {
      const reply = await get(`/list?count=${MANY}`, accepted)

      assert.equal(reply.headers['content-encoding'], undefined)
      assert.deepEqual(reply.json(), expected)
    })
  }
})

describe('what is not compressed', () => {
  it('is a short reply', async () => {
    const reply = await get(`/list?count=${FEW}`, 'gzip')

    assert.equal(reply.headers['content-encoding'], undefined)
    assert.deepEqual(reply.json().details, names(FEW))
  })

  it('is the reply of an endpoint without an ID token, where cookies count and new tokens are returned', async () => {
    const reply = await get(`/public?count=${MANY}`, 'gzip')

    assert.equal(reply.headers['content-encoding'], undefined)
  })

  for (const [format, type] of SENT) {
    it(`is a body of ${type}`, async () => {
      const reply = await get(`/${format}`, 'gzip, br')

      assert.equal(reply.headers['content-encoding'], undefined)
      assert.equal(reply.body, names(MANY).join(','))
    })
  }
})

it('A compressed request to an endpoint of people is not unpacked', async () => {
  const reply = await app.inject({
    method: 'POST',
    url: '/echo',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync(JSON.stringify({ say: 'x'.repeat(1000) })),
  })

  assert.equal(reply.statusCode, 400)
  assert.equal(reply.json().code, 'request/malformed-json')
})
