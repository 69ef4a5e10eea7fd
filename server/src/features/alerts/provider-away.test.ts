import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { type AlertNotification, listAlertNotifications } from '@fieldwatch/contract/alerts/alert-history'
import { createAlert } from '@fieldwatch/contract/alerts/alerts'
import { updateUsers } from '@fieldwatch/contract/people/users'
import { SMTPServer } from 'smtp-server'
import { buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

/** What the mail server does with a mail, and what it has. */
let post: 'takes' | 'is busy' | 'refuses all' | 'hangs up' | 'takes without a word' = 'takes'
const mails: { id: string; text: string }[] = []
const refusal = (responseCode: number): Error => Object.assign(new Error('not today'), { responseCode })
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onConnect: (session, done) => {
    if (post !== 'hangs up') return done()
    done()
    for (const { socket } of connectionsOf(session.id)) socket.destroy()
  },
  onMailFrom: (_address, _session, done) => (post === 'refuses all' ? done(refusal(500)) : done()),
  onRcptTo: (_address, _session, done) => (post === 'is busy' ? done(refusal(451)) : done()),
  onData: (stream, session, done) => {
    text(stream).then((mail) => {
      mails.push({ id: /^Message-ID: (.*)\r$/m.exec(mail)?.[1] ?? '', text: mail.replaceAll('=\r\n', '') })
      if (post !== 'takes without a word') return done()
      post = 'takes'
      for (const { socket } of connectionsOf(session.id)) socket.destroy()
    }, done)
  },
})

function connectionsOf(id: string) {
  const { connections } = mailServer as unknown as { connections: Set<{ id: string; _socket: { destroy(): void } }> }
  return [...connections].filter((one) => one.id === id).map(({ _socket }) => ({ socket: _socket }))
}

/** What the provider answers, and the texts that it has. */
let provider: 'takes' | 'fails' = 'takes'
const texts: string[] = []
const smsServer = createServer((request, response) => {
  void text(request).then((body) => {
    if (provider === 'takes') texts.push(new URLSearchParams(body).get('Body') ?? '')
    response.writeHead(provider === 'takes' ? 201 : 500, { 'content-type': 'application/json' }).end('{}')
  })
})

for (const server of [mailServer.server, smsServer]) {
  const listening = once(server, 'listening')
  server.listen(0, '127.0.0.1')
  await listening
}
const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const MOST_SMS = 3
const database = await createTestDatabase()
database.defer(async () => {
  smsServer.close()
  await new Promise<void>((resolve) => mailServer.close(resolve))
})
const { app, call, clock, db, features, signInAs, signInWith } = await createTestApp({
  database,
  mailServer: {
    url: `smtp://127.0.0.1:${portOf(mailServer.server)}`,
    from: 'Fieldwatch <post@fieldwatch.example>',
    retrySeconds: 1,
  },
  smsProvider: {
    name: 'twilio',
    account: 'AC1',
    secret: 'secret',
    from: 'Fieldwatch',
    url: `http://127.0.0.1:${portOf(smsServer)}`,
    retrySeconds: 1,
  },
  alertSmsPerDay: MOST_SMS,
})

/** A person in their own entity, notified by one channel. */
async function begin(channel: 'mail' | 'sms'): Promise<SignedInUser> {
  mails.length = 0
  texts.length = 0
  const user = await signInAs({ role: 'admin' })
  await db.updateTable('appUser').set({ phone: '+46701234567' }).where('id', '=', user.userId).execute()
  const channels = { emailEnable: channel === 'mail', smsEnable: channel === 'sms' }
  await call(updateUsers, { as: user, body: { userUID: user.userId, notifications: { alerts: channels } } })
  return user
}

/** A new alert on a new unit is triggered. */
async function alarm({ email, entity }: SignedInUser, name: string): Promise<void> {
  const user = await signInWith(email)
  const unit = await buildUnit(db, { entity, friendlyName: name })
  await sendRecords(app, unit, 'room', { temp: 1 })
  clock.advance(1_000)
  const condition = { field: 'temp', operator: 'greater than', constant: 8 } as const
  await call(createAlert, { as: user, body: { name, devices: [unit.dataId], source: 'room', condition } })
  clock.advance(1_000)
  await sendRecords(app, unit, 'room', { temp: 9 })
  await features.alerts.run()
  await features.alertTimers.run()
}

const log = ({ email }: SignedInUser): Promise<AlertNotification[]> => signInWith(email).then(read)

async function read(as: SignedInUser): Promise<AlertNotification[]> {
  const { notifications } = (await call(listAlertNotifications, { as, query: { entity: as.entity } })).body.details
  return notifications.toReversed()
}

/** The log once it says so. Retries that wait for their time are taken at once. */
async function logOnce(
  { email }: SignedInUser,
  isSo: (log: AlertNotification[]) => boolean,
): Promise<AlertNotification[]> {
  const user = await signInWith(email)
  for (;;) {
    const all = await read(user)
    if (isSo(all)) return all
    await database.pool.query('update outbox set due_at = now() where sent_at is null and failed_at is null')
  }
}

const statesOf = (all: readonly AlertNotification[]): string[] => [...new Set(all.map(({ state }) => state))]
const isTried = ([first]: AlertNotification[]): boolean => (first?.attempts ?? 0) > 0
const isSent = (all: AlertNotification[]): boolean => all.every(({ state }) => state === 'sent')

describe('a mail server that is away for an hour', () => {
  for (const [what, reason] of [
    ['is busy', /451/],
    ['refuses all', /500/],
    ['hangs up', /./],
  ] as const) {
    it(`and ${what} loses no message, and sends a mail of what was first and one of all that came then`, async () => {
      const user = await begin('mail')
      post = what
      for (const connection of mailServer.connections) connection.close()
      await alarm(user, 'Store 0')
      const waiting = await logOnce(user, isTried)
      for (const place of [1, 2, 3, 4, 5, 6]) {
        clock.advance(10 * MINUTE)
        await alarm(user, `Store ${place}`)
      }
      const inBetween = await log(user)
      post = 'takes'

      await logOnce(user, ([first]) => first?.state === 'sent')
      clock.advance(MINUTE)
      await features.alertTimers.run()
      const all = await logOnce(user, isSent)
      clock.advance(HOUR)
      await features.alertTimers.run()

      assert.match(waiting[0]?.reason ?? '', reason)
      assert.deepEqual(statesOf(inBetween), ['waiting'])
      assert.equal(all.length, 7)
      const [first, second, ...others] = mails
      assert.deepEqual(others, [])
      assert.notEqual(first?.id, second?.id)
      assert.ok(first?.text.includes('Store 0'))
      for (const place of [1, 2, 3, 4, 5, 6]) assert.ok(second?.text.includes(`Store ${place}`), second?.text)
      assert.ok(!second?.text.includes('Store 0'))
    })
  }

  it('and then for another day has nothing more to do: the log says that it was too late', async () => {
    const user = await begin('mail')
    post = 'is busy'
    await alarm(user, 'Store 0')
    await logOnce(user, isTried)
    await alarm(user, 'Store 1')
    clock.advance(25 * HOUR)
    post = 'takes'
    await features.alertTimers.run()

    const [first, second] = await logOnce(user, ([one]) => one?.state === 'failed')

    assert.match(first?.reason ?? '', /^It could not be sent in time\. .*451/)
    assert.deepEqual([second?.state, second?.reason], ['withheld', 'It could not be sent within a day.'])
    assert.deepEqual(mails, [])
  })
})

describe('a mail server that takes a mail and says nothing', () => {
  it('gets it again, with the same Message-ID', async () => {
    const user = await begin('mail')
    post = 'takes without a word'
    await alarm(user, 'Store 0')

    const [notification] = await logOnce(user, isSent)

    assert.equal(notification?.attempts, 2)
    assert.deepEqual(
      mails.map(({ id }) => id),
      [mails[0]?.id, mails[0]?.id],
    )
  })
})

describe('a provider of SMS that answers 500 for an hour', () => {
  it('gets one SMS of what was first, and one of all that came then', async () => {
    const user = await begin('sms')
    provider = 'fails'
    await alarm(user, 'Store 0')
    const waiting = await logOnce(user, isTried)
    for (const place of [1, 2, 3]) {
      clock.advance(20 * MINUTE)
      await alarm(user, `Store ${place}`)
    }
    provider = 'takes'
    await logOnce(user, ([first]) => first?.state === 'sent')
    clock.advance(MINUTE)
    await features.alertTimers.run()
    await logOnce(user, isSent)

    assert.match(waiting[0]?.reason ?? '', /HTTP status 500/)
    assert.equal(texts.length, 2)
    assert.match(texts[0] ?? '', /Store 0/)
  })
})

describe('the SMS of an entity within a day', () => {
  it('are counted across midnight, from when they were handed over', async () => {
    const user = await begin('sms')
    clock.advance(24 * HOUR - (clock() % (24 * HOUR)) - 10 * MINUTE)
    for (const place of [0, 1, 2]) {
      await alarm(user, `Store ${place}`)
      await logOnce(user, isSent)
    }
    clock.advance(20 * MINUTE)
    await alarm(user, 'Store 3')
    clock.advance(23 * HOUR)
    await alarm(user, 'Store 4')
    clock.advance(HOUR)
    await alarm(user, 'Store 5')
    const all = await logOnce(user, (some) => some.every(({ state }) => state !== 'waiting'))

    assert.deepEqual(
      all.map(({ state }) => state),
      ['sent', 'sent', 'sent', 'withheld', 'withheld', 'sent'],
    )
    assert.equal(all[3]?.reason, `The entity has reached its limit of ${MOST_SMS} SMS a day.`)
    assert.equal(texts.length, MOST_SMS + 1)
  })
})
