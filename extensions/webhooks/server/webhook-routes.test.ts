import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, beforeEach, describe, it } from 'node:test'
import {
  createWebhook,
  listWebhooks,
  removeWebhook,
  testWebhook,
  updateWebhook,
  type WebhookId,
} from '../contract/webhooks.ts'
import { readNetworks } from '@fieldwatch/server/platform/outside/open-networks'
import { buildEntity } from '@fieldwatch/server/testing/build-users'
import { createTestApp } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'

interface Seen {
  headers: IncomingMessage['headers']
  body: string
}

const seen: Seen[] = []
let answer: (response: ServerResponse) => void
const receiver = createServer((request, response) => {
  void text(request).then((body) => {
    seen.push({ headers: request.headers, body })
    answer(response)
  })
})
receiver.listen(0, '127.0.0.1')
await once(receiver, 'listening')
after(() => {
  receiver.closeAllConnections()
  receiver.close()
})
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`

/** Long enough for a busy machine, but where a receiver hangs. */
const settings = { networks: readNetworks('127.0.0.1'), timeoutMs: 60_000 }

const database = await createTestDatabase()
const { call, clock, db, signInAs } = await createTestApp({
  database,
  outside: settings,
})
const top = await buildEntity(db)
const below = await buildEntity(db, { parentId: top })
const admin = await signInAs({ role: 'admin', entity: top })
const lower = await signInAs({ role: 'admin', entity: below })
const draft = { name: 'Control room', url, kind: 'generic' as const }

function startAfresh(): void {
  beforeEach(async () => {
    seen.length = 0
    answer = (response) => response.end('thanks')
    await db.deleteFrom('webhook').execute()
  })
}

const add = async (given: object = {}, as = admin) =>
  (await call(createWebhook, { as, body: { ...draft, ...given } })).body.details
const list = async (as = admin, query: object = {}) => (await call(listWebhooks, { as, query })).body.details

describe('a webhook', () => {
  startAfresh()
  it('is added with a secret that is shown once, and is listed for admins who reach its entity', async () => {
    const { webhook, secret } = await add({ entity: below })

    assert.match(secret ?? '', /^fwh_[\w-]{43}$/)
    assert.deepEqual(await list(admin, { entity: below }), [webhook])
    assert.deepEqual(await list(lower), [webhook])
    assert.deepEqual(await list(admin), [])
    assert.equal(JSON.stringify(await list(lower)).includes(secret ?? 'secret'), false)
    assert.equal((await call(listWebhooks, { as: lower, query: { entity: top } })).failure.code, 'entity/not-found')
  })

  it('has an address that may be reached, and of ntfy one with a topic', async () => {
    const problem = async (given: object) =>
      (await call(createWebhook, { as: admin, body: { ...draft, ...given } })).failure.details?.fields

    assert.match(JSON.stringify(await problem({ url: 'https://10.0.0.1/x' })), /not public/)
    assert.match(JSON.stringify(await problem({ url: 'ftp://hooks.example' })), /whole address/)
    assert.match(JSON.stringify(await problem({ url: 'https://me:secret@hooks.example/' })), /whole address/)
    assert.match(JSON.stringify(await problem({ url: 'https://ntfy.sh/', kind: 'ntfy' })), /ends with its topic/)
    const { webhook } = await add({ url: 'https://hooks.example/alerts' })
    const changed = await call(updateWebhook, {
      as: admin,
      body: { webhookID: webhook.webhookID, kind: 'ntfy', url: 'https://ntfy.sh/' },
    })
    assert.equal(changed.failure.code, 'request/invalid')
  })

  it('is one of ten of an entity at most', async () => {
    for (let count = 0; count < 10; count += 1) await add({ name: `Room ${count}` })

    assert.equal((await call(createWebhook, { as: admin, body: draft })).failure.code, 'webhook/too-many')
  })

  it('is changed from the version that was seen, and gets a new secret when asked', async () => {
    const { webhook, secret } = await add()
    const { webhookID, version } = webhook

    const renamed = await call(updateWebhook, { as: admin, body: { webhookID, version, name: 'Night shift' } })
    const late = await call(updateWebhook, { as: admin, body: { webhookID, version, newSecret: true } })
    const renewed = await call(updateWebhook, { as: admin, body: { webhookID, version: version + 1, newSecret: true } })

    assert.deepEqual([renamed.body.details.webhook.name, renamed.body.details.secret], ['Night shift', null])
    assert.deepEqual([late.failure.code, late.failure.details?.['changedBy']], ['webhook/changed', 'You'])
    assert.match(renewed.body.details.secret ?? '', /^fwh_/)
    assert.notEqual(renewed.body.details.secret, secret)
  })

  it('leaves nothing of its address or its secret in the audit log', async () => {
    const { webhook, secret } = await add()
    await call(removeWebhook, { as: admin, body: { webhookID: webhook.webhookID } })

    const { rows } = await database.pool.query(
      "select action, before, after from audit_log where subject_kind = 'webhook' order by id desc limit 2",
    )
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['remove webhook', 'create webhook'],
    )
    for (const word of ['/hook', secret ?? 'secret']) assert.equal(JSON.stringify(rows).includes(word), false)
    assert.deepEqual(await list(), [])
  })
})

describe('the test of a webhook', () => {
  startAfresh()
  const run = async (id: WebhookId, language = 'en') =>
    (await call(testWebhook, { as: admin, body: { webhookID: id }, headers: { 'accept-language': language } })).body
      .details

  it('is signed with its secret over the time and the body, and returns the answer', async () => {
    const { webhook, secret } = await add()

    const { taken, status, answer: said, sentence } = await run(webhook.webhookID)

    assert.deepEqual(
      [taken, status, said, sentence],
      [true, 200, 'thanks', 'The receiver accepted the test with HTTP status 200.'],
    )
    const [request] = seen
    const signature = String(request?.headers['fieldwatch-signature'])
    const [, time = '', given = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? []
    const expected = createHmac('sha256', secret ?? '')
      .update(`${time}.${request?.body}`)
      .digest('hex')
    assert.deepEqual([given, Number(time)], [expected, Math.floor(clock() / 1000)])
    const body = JSON.parse(request?.body ?? '')
    assert.deepEqual([body.type, body.id], ['test', request?.headers['fieldwatch-delivery']])
    assert.notEqual((await list())[0]?.lastSuccessUTC, null)
  })

  it('reports a receiver that fails, hangs, redirects or is missing', async () => {
    const { webhook } = await add()
    const outcomes: unknown[] = []
    const hang = (): void => undefined
    for (const next of [
      (response: ServerResponse) => response.writeHead(500).end('out of order'),
      hang,
      (response: ServerResponse) => response.writeHead(302, { location: 'http://127.0.0.1/' }).end(),
      (response: ServerResponse) => response.socket?.destroy(),
    ]) {
      answer = next
      settings.timeoutMs = next === hang ? 100 : 60_000
      const { taken, status, sentence } = await run(webhook.webhookID)
      outcomes.push([taken, status, sentence])
    }

    assert.deepEqual(outcomes, [
      [false, 500, 'The receiver answered with HTTP status 500: out of order'],
      [false, null, 'The receiver did not answer within 1 second.'],
      [false, 302, 'The receiver answered with HTTP status 302 and another address. Redirects are not followed.'],
      [false, null, 'The receiver closed the connection without an answer.'],
    ])
    assert.equal((await list())[0]?.lastSuccessUTC, null)
    settings.timeoutMs = 60_000
    answer = (response) => response.writeHead(500).end('out of order')
    const { sentence } = await run(webhook.webhookID, 'de')
    assert.equal(sentence, 'Der Empfänger hat mit HTTP-Status 500 geantwortet: out of order')
  })

  it('is sent ten times a minute for an entity at most', async () => {
    clock.advance(60_000)
    const { webhook } = await add()
    for (let count = 0; count < 10; count += 1) await run(webhook.webhookID)

    const { failure } = await call(testWebhook, { as: admin, body: { webhookID: webhook.webhookID } })

    assert.equal(failure.code, 'request/rate-limited')
    assert.equal(seen.length, 10)
  })
})
