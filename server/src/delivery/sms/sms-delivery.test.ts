import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Writable } from 'node:stream'
import { after, beforeEach, describe, it } from 'node:test'
import { requestVerification } from '@fieldwatch/contract/people/phone-verification'
import { pino } from 'pino'
import { createFakeClock, TEST_START } from '#testing/fake-clock.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { createOutboxStore } from '#delivery/outbox/outbox-store.ts'
import type { SmsProviderName } from './sms-sender.ts'

const database = await createTestDatabase()
const { db } = database

interface Order {
  method: string | undefined
  url: string | undefined
  authorization: string | undefined
  fields: Record<string, string>
}

/** A provider that notes what it is asked to send, `order`, and answers as the test says. */
const provider = new EventEmitter()
let answerWith: (order: Order) => { status: number; body: unknown }

const server = createServer((request, response) => {
  text(request).then(
    (body) => {
      const order: Order = {
        method: request.method,
        url: request.url,
        authorization: request.headers.authorization,
        fields: Object.fromEntries(new URLSearchParams(body)),
      }
      const answer = answerWith(order)
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
      provider.emit('order', order)
    },
    provider.emit.bind(provider, 'error'),
  )
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => server.close())
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const vonageTook = () => ({ status: 200, body: { 'message-count': '1', messages: [{ status: '0' }] } })
const twilioTook = () => ({ status: 201, body: { sid: 'SM1', status: 'queued' } })
async function nextOrder(): Promise<Order> {
  const [order] = (await once(provider, 'order')) as [Order]
  return order
}

const logged: string[] = []
const log = pino(
  { level: 'trace' },
  new Writable({
    write: (line: Buffer, _encoding, done) => {
      logged.push(line.toString())
      done()
    },
  }),
)

const startApp = (name: SmsProviderName) =>
  createTestApp({
    database,
    log,
    // Each test has its own hour, and its own codes in it.
    clock: createFakeClock(),
    smsProvider: { name, account: 'AC1', secret: 's&cret', from: 'Fieldwatch', url, retrySeconds: 1 },
  })

const CODE_TEXT = /^\d{4} is your Fieldwatch code\./

let numbers = 0
const newNumber = () => `+1415555${String((numbers += 1)).padStart(4, '0')}`

/** Asks for a code by SMS and gives back where it went. */
async function askForCode(app: Awaited<ReturnType<typeof startApp>>): Promise<string> {
  const phoneNumber = newNumber()
  await app.call(requestVerification, { as: await app.signInAs(), body: { phoneNumber } })
  return phoneNumber
}

function outboxRow(recipient: string) {
  return db.selectFrom('outbox').selectAll().where('recipient', '=', recipient).executeTakeFirstOrThrow()
}

describe('the delivery of SMS', () => {
  beforeEach(() => {
    answerWith = vonageTook
  })

  it('speaks to Vonage', async () => {
    const app = await startApp('vonage')
    const arrival = nextOrder()

    const phone = await askForCode(app)
    const order = await arrival
    await app.close()

    const row = await outboxRow(phone)
    assert.deepEqual([order.method, order.url], ['POST', '/sms/json'])
    const { text = '', ...others } = order.fields
    assert.match(text, CODE_TEXT)
    assert.deepEqual(others, {
      api_key: 'AC1',
      api_secret: 's&cret',
      from: 'Fieldwatch',
      to: phone.slice(1),
      type: 'text',
      'client-ref': row.id,
    })
    assert.deepEqual([row.sentAt, row.attempts], [new Date(TEST_START), 1])
  })

  it('speaks to Twilio', async () => {
    answerWith = twilioTook
    const app = await startApp('twilio')
    const arrival = nextOrder()

    const phone = await askForCode(app)
    const order = await arrival
    await app.close()

    const row = await outboxRow(phone)
    assert.deepEqual([order.method, order.url], ['POST', '/2010-04-01/Accounts/AC1/Messages.json'])
    assert.equal(order.authorization, `Basic ${btoa('AC1:s&cret')}`)
    const { Body: text = '', ...others } = order.fields
    assert.match(text, CODE_TEXT)
    assert.deepEqual(others, { From: 'Fieldwatch', To: phone })
    assert.deepEqual([row.sentAt, row.attempts, row.body], [new Date(TEST_START), 1, ''])
  })

  const busy: {
    title: string
    name: SmsProviderName
    refusal: () => { status: number; body: unknown }
    error: RegExp
  }[] = [
    {
      title: 'Vonage is throttled',
      name: 'vonage',
      refusal: () => ({ status: 200, body: { messages: [{ status: '1', 'error-text': 'Throughput Rate Exceeded' }] } }),
      error: /Vonage refused the message with status 1$/,
    },
    {
      title: 'something in front of Vonage answers',
      name: 'vonage',
      refusal: () => ({ status: 502, body: 'bad gateway' }),
      error: /Vonage answered with HTTP status 502$/,
    },
    {
      title: 'Twilio does not know the account',
      name: 'twilio',
      refusal: () => ({ status: 401, body: { code: 20003, message: 'Authenticate' } }),
      error: /Twilio answered with HTTP status 401, error 20003$/,
    },
    {
      title: 'Twilio is busy',
      name: 'twilio',
      refusal: () => ({ status: 503, body: {} }),
      error: /Twilio answered with HTTP status 503$/,
    },
  ]
  for (const { title, name, refusal, error } of busy) {
    it(`tries again when ${title}`, async () => {
      answerWith = refusal
      const app = await startApp(name)
      const first = nextOrder()

      const phone = await askForCode(app)
      await first
      const second = nextOrder()
      answerWith = name === 'vonage' ? vonageTook : twilioTook
      await second
      await app.close()

      const row = await outboxRow(phone)
      assert.deepEqual([row.attempts, row.lastError, row.sentAt], [2, null, new Date(TEST_START)])
      assert.ok(
        logged.some((line) => line.includes(row.id) && error.test((JSON.parse(line) as { err: Error }).err.message)),
      )
    })
  }

  const final: {
    title: string
    name: SmsProviderName
    refusal: (order: Order) => { status: number; body: unknown }
  }[] = [
    {
      title: 'Vonage',
      name: 'vonage',
      refusal: ({ fields }) => ({ status: 200, body: { messages: [{ status: '3', 'error-text': fields['text'] }] } }),
    },
    {
      title: 'Twilio',
      name: 'twilio',
      refusal: ({ fields }) => ({ status: 400, body: { code: 21211, message: fields['Body'] } }),
    },
  ]
  for (const { title, name, refusal } of final) {
    it(`gives up on a number that ${title} will never take, and writes no code to the log or the outbox`, async () => {
      answerWith = refusal
      const app = await startApp(name)
      const arrival = nextOrder()

      const phone = await askForCode(app)
      const { fields } = await arrival
      await app.close()

      const row = await outboxRow(phone)
      const code = (fields['text'] ?? fields['Body'] ?? '').slice(0, 4)
      assert.match(code, /^\d{4}$/)
      const lines = logged.filter((line) => line.includes(row.id))
      assert.notEqual(row.failedAt, null)
      assert.equal(row.sentAt, null)
      assert.ok(lines.length > 0)
      assert.ok(!lines.some((line) => line.includes('your Fieldwatch code') || line.includes(`"${code}`)))
      assert.match(row.lastError ?? '', /status (3|400, error 21211)$/)
    })
  }

  it('skips a code that has expired, and sends messages without an expiry', async () => {
    const outbox = createOutboxStore(db)
    const createdAt = TEST_START - 10 * 60_000
    const late = {
      id: crypto.randomUUID(),
      kind: 'sms' as const,
      recipient: newNumber(),
      subject: '',
      body: 'late',
      createdAt,
    }
    const alert = { ...late, id: crypto.randomUUID(), recipient: newNumber(), body: 'Höhe zu groß' }
    await outbox.add({ ...late, expiresAt: TEST_START - 5 * 60_000 })
    await outbox.add({ ...alert, createdAt: createdAt + 1 })
    const arrival = nextOrder()

    const app = await startApp('vonage')
    const order = await arrival
    await app.close()

    assert.equal(order.fields['text'], 'Höhe zu groß')
    assert.equal(order.fields['type'], 'unicode')
    assert.equal((await outboxRow(late.recipient)).attempts, 0)
    assert.equal((await outboxRow(alert.recipient)).attempts, 1)
  })
})
