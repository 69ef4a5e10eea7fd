import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { requestPasswordReset } from '@fieldwatch/contract/people/auth'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { startServerLease } from '#platform/leases/server-lease.ts'
import { createMetrics, type Metrics } from '#platform/metrics/metrics.ts'
import { systemRandom } from '#platform/random/random.ts'
import { measureOutbox } from '#delivery/outbox/watch-outbox.ts'
import { buildUser } from '#testing/build-users.ts'
import { TEST_START } from '#testing/fake-clock.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { createOutboxStore } from '#delivery/outbox/outbox-store.ts'
import { createMailSender } from './mail-sender.ts'

const database = await createTestDatabase()
const { db } = database

/** A mail server that notes what it is given: `mail` with its text, `refused` with the code, `unanswered` with the text. */
const post = new EventEmitter()
let refuseWith: number | undefined
/** What is given is taken without an answer. */
let isSpeechless = false
const recipients: string[] = []

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _session, done) => {
    recipients.push(address)
    if (refuseWith === undefined) return done()
    post.emit('refused', refuseWith)
    done(Object.assign(new Error('not today'), { responseCode: refuseWith }))
  },
  onData: (stream, _session, done) => {
    text(stream).then((mail) => {
      if (!isSpeechless) done()
      post.emit(isSpeechless ? 'unanswered' : 'mail', mail)
    }, done)
  },
})
server.listen(0, '127.0.0.1')
await once(server.server, 'listening')
database.defer(() => new Promise<void>((resolve) => server.close(() => resolve())))
const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
const mailServer = { url, from: 'Fieldwatch <post@fieldwatch.example>', retrySeconds: 1 }

async function nextMail(): Promise<string> {
  const [mail] = (await once(post, 'mail')) as [string]
  return mail
}

function waiting(id: string, createdAt: number) {
  return {
    id,
    kind: 'mail' as const,
    recipient: 'nora@northwind.example',
    subject: 'Välkommen',
    body: 'Hej!',
    createdAt,
  }
}

function outboxRow(recipient: string) {
  return db.selectFrom('outbox').selectAll().where('recipient', '=', recipient).executeTakeFirstOrThrow()
}

/** How often each outcome was counted. */
async function outcomesIn({ deliveries }: Metrics): Promise<Record<string, number>> {
  const { values } = await deliveries.get()
  return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value])) as Record<string, number>
}

describe('the delivery of mails', () => {
  it('sends what waited for not more than a day when the server starts', async () => {
    const outbox = createOutboxStore(db)
    await outbox.add(waiting(randomUUID(), TEST_START - 25 * 60 * 60_000))
    const id = randomUUID()
    await outbox.add(waiting(id, TEST_START - 60_000))
    const arrival = nextMail()
    const metrics = createMetrics()
    let now = TEST_START
    await measureOutbox({ db, clock: () => now++, metrics })

    const app = await createTestApp({ database, mailServer })
    const mail = await arrival
    await app.close()

    const figures = await metrics.registry.metrics()
    assert.match(figures, /^fieldwatch_outbox_waiting_messages\{kind="mail"\} 2$/m)
    assert.match(figures, /^fieldwatch_outbox_oldest_waiting_seconds\{kind="mail"\} 90000$/m)
    assert.match(figures, /^fieldwatch_outbox_waiting_messages\{kind="sms"\} 0$/m)
    assert.match(figures, /^fieldwatch_outbox_oldest_waiting_seconds\{kind="sms"\} 0$/m)

    assert.match(mail, /^From: Fieldwatch <post@fieldwatch\.example>\r$/m)
    assert.match(mail, /^To: nora@northwind\.example\r$/m)
    assert.match(mail, /^Subject: =\?UTF-8\?Q\?V=C3=A4lkommen\?=\r$/m)
    assert.ok(mail.includes(`Message-ID: <${id}@fieldwatch>`))
    assert.match(mail, /^Hej!\r$/m)
    const rows = await db.selectFrom('outbox').select(['id', 'sentAt']).where('sentAt', 'is not', null).execute()
    assert.deepEqual(rows, [{ id, sentAt: new Date(TEST_START) }])
  })

  // spec 1-7-03
  it('sends a mail when what causes it is committed, and tries again when the mail server is busy', async () => {
    const metrics = createMetrics()
    const app = await createTestApp({ database, mailServer, metrics })
    const user = await buildUser(db)
    refuseWith = 451
    const refusal = once(post, 'refused')

    await app.call(requestPasswordReset, { body: { email: user.email } })
    await refusal
    refuseWith = undefined
    const mail = await nextMail()
    await app.close()

    const row = await outboxRow(user.email)
    assert.match(mail, /reset-password#token=3D[\w-]+/)
    assert.deepEqual([row.attempts, row.lastError, row.sentAt], [2, null, new Date(TEST_START)])
    assert.deepEqual(await outcomesIn(metrics), { failed: 1, sent: 1 })
  })

  it('goes to one recipient, whatever the address looks like', async () => {
    const app = await createTestApp({ database, mailServer })
    const [id, sentinel] = [randomUUID(), await buildUser(db)]
    const sender = createMailSender(mailServer)
    const recipient = 'nora@northwind.example,eve@evil.example'

    await sender.send({ ...waiting(id, TEST_START), recipient }, []).catch(() => undefined)
    sender.close?.()
    const arrival = nextMail()
    await app.call(requestPasswordReset, { body: { email: sentinel.email } })
    await arrival
    await app.close()

    assert.ok(recipients.includes(sentinel.email))
    assert.ok(!recipients.includes('eve@evil.example'))
  })

  it('uses a connection for the next mail too, and another one once the mail server has closed it', async () => {
    const sender = createMailSender(mailServer)
    const opened: unknown[] = []
    server.server.on('connection', (connection) => opened.push(connection))
    const send = () => sender.send(waiting(randomUUID(), TEST_START), [])

    await send()
    await send()
    const first = opened.length
    for (const connection of server.connections) connection.close()
    // The mail may meet the end of the connection; the outbox tries again then.
    await send().catch(send)
    sender.close?.()

    assert.deepEqual([first, opened.length], [1, 2])
  })

  it('gives up on a recipient whom the mail server will never take, and says why', async () => {
    const metrics = createMetrics()
    const app = await createTestApp({ database, mailServer, metrics })
    const user = await buildUser(db)
    refuseWith = 550
    const refusal = once(post, 'refused')

    await app.call(requestPasswordReset, { body: { email: user.email } })
    await refusal
    await app.close()
    refuseWith = undefined

    const row = await outboxRow(user.email)
    assert.equal(row.sentAt, null)
    assert.notEqual(row.failedAt, null)
    assert.match(row.lastError ?? '', /550/)
    assert.deepEqual(await outcomesIn(metrics), { 'given-up': 1 })
  })

  it('is taken up by another server when one is killed while it hands a mail over, which may have arrived then', async () => {
    const id = randomUUID()
    await createOutboxStore(db).add(waiting(id, TEST_START))
    isSpeechless = true
    const unanswered = once(post, 'unanswered') as Promise<[string]>
    const program = join(import.meta.dirname, 'testing/deliver-until-killed.ts')
    const child = spawn(process.execPath, [program, database.connectionString, url, String(TEST_START)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const [first] = await unanswered
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    isSpeechless = false

    await database.pool.query("update server set expires_at = now() - interval '1 second'")
    const app = await createTestApp({ database, mailServer })
    const arrival = nextMail()
    const again = await arrival
    await app.close()

    const { rows } = await database.pool.query('select attempts, sent_at from outbox where id = $1', [id])
    assert.ok(first.includes(`Message-ID: <${id}@fieldwatch>`))
    assert.ok(again.includes(`Message-ID: <${id}@fieldwatch>`))
    assert.deepEqual(rows, [{ attempts: 1, sent_at: new Date(TEST_START) }])
  })

  it('is taken up again when the database went away before its server could note that a try had failed', async () => {
    const id = randomUUID()
    const lease = await startServerLease({ db, random: systemRandom, log: silentLog })
    database.defer(lease.close)
    await createOutboxStore(db).add({ ...waiting(id, TEST_START), recipient: 'taken-up@fieldwatch.example' })
    await sql`update outbox set held_by = ${lease.name} where id = ${id}`.execute(db)
    const arrival = nextMail()

    const app = await createTestApp({ database, mailServer, server: lease })
    const mail = await arrival
    await app.close()

    assert.ok(mail.includes(`Message-ID: <${id}@fieldwatch>`))
  })

  it('is left alone by other servers while the one that has it runs', async () => {
    const [held, free] = [randomUUID(), randomUUID()]
    await sql`insert into server (name, expires_at) values ('one that runs', now() + interval '1 hour')`.execute(db)
    await createOutboxStore(db).add(waiting(held, TEST_START - 1))
    await sql`update outbox set held_by = 'one that runs' where id = ${held}`.execute(db)
    await createOutboxStore(db).add(waiting(free, TEST_START))
    const arrival = nextMail()

    const app = await createTestApp({ database, mailServer })
    const mail = await arrival
    await app.close()

    const { sentAt } = await db.selectFrom('outbox').selectAll().where('id', '=', held).executeTakeFirstOrThrow()
    assert.ok(mail.includes(`Message-ID: <${free}@fieldwatch>`))
    assert.equal(sentAt, null)
  })
})
