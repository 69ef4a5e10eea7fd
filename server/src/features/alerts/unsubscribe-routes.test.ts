import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { createAlert, listAlerts, unsubscribeAlert } from '@fieldwatch/contract/alerts/alerts'
import type { AlertId } from '@fieldwatch/contract/api/ids'
import { SMTPServer } from 'smtp-server'
import { buildEntity } from '#testing/build-users.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

/** A mail server that returns what it was given. */
const post = new EventEmitter()
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => {
    text(stream).then((mail) => {
      done()
      post.emit('mail', mail.replaceAll(/\r\n[ \t]/g, ' '))
    }, done)
  },
})
server.listen(0, '127.0.0.1')
await once(server.server, 'listening')
const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`

const database = await createTestDatabase()
database.defer(() => new Promise<void>((resolve) => server.close(() => resolve())))
const { app, call, clock, db, features, signInAs } = await createTestApp({
  database,
  mailServer: { url, from: 'Fieldwatch <post@fieldwatch.example>' },
})
const entity = await buildEntity(db)
const owner = await signInAs({ role: 'admin', entity })
const viewer = await signInAs({ entity })
await db
  .updateTable('appUser')
  .set({ notifications: JSON.stringify({ alerts: { emailEnable: false, smsEnable: false } }) })
  .where('id', '=', owner.userId)
  .execute()

const condition = { field: 'temp', operator: 'greater than', constant: 8 } as const

async function addAlerts(...names: string[]): Promise<{ ids: AlertId[]; trigger: () => Promise<string> }> {
  const unit = await buildUnit(db, { entity })
  await sendRecords(app, unit, 'room', { temp: 1 })
  clock.advance(1_000)
  const ids: AlertId[] = []
  for (const name of names) {
    const body = { name, devices: [unit.dataId], source: 'room', condition, viewers: [viewer.userId] }
    ids.push((await call(createAlert, { as: owner, body })).body.details.alertID)
  }
  const trigger = async (): Promise<string> => {
    const arrival = once(post, 'mail') as Promise<[string]>
    clock.advance(1_000)
    await sendRecords(app, unit, 'room', { temp: 9 })
    await features.alerts.run()
    await features.alertTimers.run()
    return (await arrival)[0]
  }
  return { ids, trigger }
}

const headerOf = (mail: string, name: string) =>
  mail
    .split('\r\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2)

const pathOf = (mail: string) =>
  /<https:\/\/fieldwatch\.example([^>]+)>/.exec(headerOf(mail, 'List-Unsubscribe') ?? '')?.[1] ?? ''

const mine = async (as: SignedInUser, id: AlertId) => {
  const [alert] = (await call(listAlerts, { as, query: { alertID: id } })).body.details
  return alert === undefined ? 'gone' : alert.unsubscribed
}

const press = (
  path: string,
  { type = 'application/x-www-form-urlencoded', payload = ONE_CLICK, from = '192.0.2.1' } = {},
) => app.inject({ method: 'POST', url: path, headers: { 'content-type': type }, payload, remoteAddress: from })

const ONE_CLICK = 'List-Unsubscribe=One-Click'

const describeAt = (path: string, from = '192.0.2.1') =>
  app.inject({ url: path.replace('/unsubscribe/', '/api/v1/alerts/unsubscription/'), remoteAddress: from })

describe('the link in the mail of an alert', () => {
  it('changes nothing when it is looked at, and ends the messages once and for all when it is pressed', async () => {
    const { ids, trigger } = await addAlerts('Too warm')
    const [id = '' as AlertId] = ids
    const mail = await trigger()
    assert.equal(headerOf(mail, 'List-Unsubscribe-Post'), ONE_CLICK)
    const path = pathOf(mail)

    const looked = await describeAt(path)
    const shown = await app.inject({ url: path, headers: { accept: 'text/html' } })
    assert.deepEqual(looked.json().details, {
      kind: 'alert',
      alertName: 'Too warm',
      reportName: null,
      subscribed: true,
    })
    assert.deepEqual([shown.statusCode, await mine(viewer, id)], [405, false])

    const pressed = [await press(path), await press(path)]

    assert.deepEqual(
      pressed.map(({ statusCode }) => statusCode),
      [200, 200],
    )
    assert.equal((await describeAt(path)).json().details.subscribed, false)
    assert.deepEqual([await mine(viewer, id), await mine(owner, id)], [true, false])
    const { rows } = await database.pool.query("select user_id from audit_log where action = 'unsubscribe from alert'")
    assert.deepEqual(rows, [{ user_id: viewer.userId }])
  })

  it('leaves a way back to who has the alert shared with them', async () => {
    const { ids, trigger } = await addAlerts('Too warm')
    const [id = '' as AlertId] = ids
    await press(pathOf(await trigger()))

    await call(unsubscribeAlert, { as: viewer, body: { alertID: id, subscribe: true } })

    assert.equal(await mine(viewer, id), false)
  })

  it('is pressed by a form of either kind, and by one that says nothing', async () => {
    const { ids, trigger } = await addAlerts('Too warm')
    const [id = '' as AlertId] = ids
    const path = pathOf(await trigger())
    const form = `--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`

    for (const given of [
      { type: 'multipart/form-data; boundary=x', payload: form },
      { type: 'application/json', payload: '{' },
    ]) {
      await call(unsubscribeAlert, { as: viewer, body: { alertID: id, subscribe: true } })
      assert.equal((await press(path, given)).statusCode, 200)
      assert.equal(await mine(viewer, id), true)
    }
    assert.equal((await press(path, { payload: 'x'.repeat(5_000) })).statusCode, 413)
  })

  it('is one for each alert of a mail about several, of which no single press ends all', async () => {
    const { ids, trigger } = await addAlerts('Too warm', 'Far too warm')
    const mail = await trigger()
    assert.equal(headerOf(mail, 'List-Unsubscribe'), '<https://fieldwatch.example/settings>')
    assert.equal(headerOf(mail, 'List-Unsubscribe-Post'), undefined)
    const plain = mail.replaceAll('=\r\n', '').split('\r\n\r\n').slice(1).join(' ')
    const links = [...new Set(plain.match(/\/unsubscribe\/[\w-]+/g))]
    assert.equal(links.length, 2)

    await press(links[0] ?? '')

    assert.deepEqual(new Set(await Promise.all(ids.map((id) => mine(viewer, id)))), new Set([false, true]))
  })

  it('of an alert that is there no more says so, and is not an error to press', async () => {
    const { ids, trigger } = await addAlerts('Too warm')
    const path = pathOf(await trigger())
    await db
      .deleteFrom('alert')
      .where('id', '=', ids[0] ?? ('' as AlertId))
      .execute()

    const { kind, ...described } = (await describeAt(path)).json().details
    assert.deepEqual([kind, described], ['alert', { alertName: null, reportName: null, subscribed: false }])
    assert.equal((await press(path)).statusCode, 200)
  })

  it('cannot be made up, nor used for another person or alert', async () => {
    const { trigger } = await addAlerts('Too warm')
    const path = pathOf(await trigger())
    const bytes = Buffer.from(path.slice('/unsubscribe/'.length), 'base64url')
    const forOther = Buffer.concat([
      bytes.subarray(0, 32),
      Buffer.from(bytes.subarray(32).toString().replace(viewer.userId, owner.userId)),
    ])
    const forged = [forOther, bytes.subarray(0, 40), Buffer.alloc(60), bytes.subarray(0, 10)].map((one) =>
      one.toString('base64url'),
    )

    for (const link of forged) {
      const answers = [await press(`/unsubscribe/${link}`), await describeAt(`/unsubscribe/${link}`)]
      assert.deepEqual(
        answers.map((answer) => answer.json().code),
        ['alert/link-invalid', 'alert/link-invalid'],
      )
    }
    assert.equal((await press('/unsubscribe/a.b')).statusCode, 400)
  })

  it('is not tried often by one network, which does not keep others from theirs', async () => {
    const { ids, trigger } = await addAlerts('Too warm')
    const [id = '' as AlertId] = ids
    const path = pathOf(await trigger())
    const codes: unknown[] = []
    for (let count = 0; count < 21; count += 1)
      codes.push((await press('/unsubscribe/AAAA', { from: '198.51.100.7' })).json().code)

    assert.deepEqual([codes[19], codes[20]], ['alert/link-invalid', 'request/rate-limited'])
    assert.equal((await press(path, { from: '198.51.100.7' })).statusCode, 200)
    assert.equal(await mine(viewer, id), true)
    const uses: number[] = []
    for (let count = 0; count < 20; count += 1) uses.push((await press(path)).statusCode)
    assert.equal(uses.at(-1), 429)
  })
})
