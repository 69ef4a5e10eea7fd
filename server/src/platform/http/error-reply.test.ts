import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineEndpoint, envelope } from '@fieldwatch/contract/api/endpoint'
import { ErrorBody } from '@fieldwatch/contract/api/errors'
import { z } from 'zod'
import { buildApp } from '#app.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { createRecordedLog } from '#testing/recorded-log.ts'
import { addRoute } from './add-route.ts'
import { success } from './envelope.ts'

const echo = defineEndpoint('POST /echo', {
  access: 'public',
  tag: 'test',
  summary: 'Answers or fails as asked',
  body: z.object({
    say: z.string().max(5, 'At most 5 letters.'),
    fail: z.enum(['known', 'unknown', 'database', 'disk']).optional(),
  }),
  reply: envelope(z.object({ said: z.string() })),
})

const secret = defineEndpoint('GET /secret', {
  tag: 'test',
  summary: 'Says nothing to strangers',
  reply: envelope(z.object({ said: z.string() })),
})

const { log, lines } = createRecordedLog()
const metrics = createMetrics()
const app = await buildApp({
  authenticator: {
    authenticate: () => Promise.reject(new DomainError('auth/missing-token')),
    reload: async (caller) => caller,
  },
  metrics,
  log,
  trustProxy: false,
  mapOrigins: [],
  googleMaps: false,
  frameOrigins: () => [],
  register: (features) => {
    addRoute(features, secret, async () => success({ said: '' }))
    addRoute(features, echo, async ({ body }) => {
      if (body.fail === 'known') throw new DomainError('auth/too-many-requests', { details: { retryAfterSeconds: 60 } })
      if (body.fail === 'unknown') throw new Error('secret detail')
      if (body.fail === 'disk') throw Object.assign(new Error('could not extend file'), { code: '53100' })
      if (body.fail === 'database') throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
      return { ...success({ said: body.say }), secret: 'dropped' }
    })
  },
})

const post = (payload: string, type = 'application/json') =>
  app.inject({ method: 'POST', url: '/echo', headers: { 'content-type': type }, payload })

describe('a failing request', () => {
  it('is answered in the language that the reader asks for', async () => {
    const read = async (language: string) => {
      const headers = { 'content-type': 'application/json', 'accept-language': language }
      const response = await app.inject({ method: 'POST', url: '/echo', headers, payload: '{"say":' })
      return ErrorBody.parse(response.json()).message
    }

    assert.equal(await read('de-AT, en;q=0.5'), 'Der Inhalt ist kein gültiges JSON.')
    assert.equal(await read('*'), 'The body is not valid JSON.')
  })

  for (const [title, payload, type, status, code] of [
    ['that is not JSON', '{"say":', 'application/json', 400, 'request/malformed-json'],
    [
      'of an unknown content type',
      'say=hi',
      'application/x-www-form-urlencoded',
      415,
      'request/unsupported-media-type',
    ],
    ['with more values than any', `[${'{},'.repeat(30_000)}0]`, 'application/json', 413, 'request/too-large'],
    ['with more levels than any', '['.repeat(1000), 'application/json', 413, 'request/too-large'],
    ['that is too large', JSON.stringify({ say: 'x'.repeat(2_000_000) }), 'application/json', 413, 'request/too-large'],
    ['that hits a rule', '{"say":"hi","fail":"known"}', 'application/json', 429, 'auth/too-many-requests'],
    ['while the database is away', '{"say":"hi","fail":"database"}', 'application/json', 503, 'server/unavailable'],
    ['while the disk is full', '{"say":"hi","fail":"disk"}', 'application/json', 503, 'server/no-room'],
  ] as const) {
    it(`${title} is answered with ${code}`, async () => {
      const response = await post(payload, type)

      assert.equal(response.statusCode, status)
      const body = ErrorBody.parse(response.json())
      assert.equal(body.code, code)
      assert.equal(body.statusCode, status)
    })
  }

  it('names each field of a form that is wrong', async () => {
    const response = await post('{"say":"too long"}')

    assert.equal(response.statusCode, 400)
    assert.deepEqual(response.json().details, { fields: { say: 'At most 5 letters.' } })
  })

  it('says when to try again', async () => {
    const response = await post('{"say":"hi","fail":"known"}')

    assert.equal(response.headers['retry-after'], '60')
  })

  it('shows of a defect only the request id', async () => {
    const response = await post('{"say":"hi","fail":"unknown"}')

    assert.equal(response.statusCode, 500)
    assert.ok(!response.body.includes('secret detail'))
    assert.match(response.json().details.requestId, /^[0-9a-f-]{36}$/)
  })

  // spec 1-8-21
  it('is logged only when it is unexpected, and then with its cause', async () => {
    const before = lines.length
    await post('{"say":"hi","fail":"known"}')
    assert.equal(lines.length, before)
    const response = await post('{"say":"hi","fail":"unknown"}')

    const [line] = lines.slice(before)
    assert.equal(line?.msg, 'request failed unexpectedly')
    assert.equal(line?.['reqId'], response.json().details.requestId)
    assert.match(JSON.stringify(line?.['err']), /secret detail/)
  })

  it('is counted by its code', async () => {
    await post('{"say":')

    const text = await metrics.registry.getSingleMetricAsString('fieldwatch_failures_total')
    assert.match(text, /code="request\/malformed-json"/)
  })

  it('at an unknown address has the same shape', async () => {
    const response = await app.inject('/nowhere')

    assert.equal(response.statusCode, 404)
    assert.equal(ErrorBody.parse(response.json()).code, 'request/not-found')
  })

  for (const [method, url] of [
    ['GET', '/echo'],
    ['DELETE', '/echo/?really'],
  ] as const) {
    it(`says which methods an address takes instead of ${method} ${url}`, async () => {
      const response = await app.inject({ method, url })

      assert.equal(response.statusCode, 405)
      assert.equal(response.headers.allow, 'POST')
      assert.equal(ErrorBody.parse(response.json()).code, 'request/method-not-allowed')
    })
  }

  it('says how to sign in, and whether what was sent is no sign-in', async () => {
    const nothing = await app.inject({ url: '/secret' })
    const wrong = await app.inject({ url: '/secret', headers: { authorization: 'Bearer x' } })

    assert.equal(nothing.headers['www-authenticate'], 'Bearer realm="Fieldwatch"')
    assert.equal(wrong.headers['www-authenticate'], 'Bearer realm="Fieldwatch", error="invalid_token"')
  })
})

describe('a successful request', () => {
  it('answers nothing that the contract does not name', async () => {
    const response = await post('{"say":"hi"}')

    assert.deepEqual(response.json(), { status: 'success', details: { said: 'hi' } })
  })

  it('forbids everything in pages but our own origin', async () => {
    const response = await post('{"say":"hi"}')

    assert.match(String(response.headers['content-security-policy']), /default-src 'self'.*object-src 'none'/)
    assert.equal(response.headers['x-content-type-options'], 'nosniff')
  })
})
