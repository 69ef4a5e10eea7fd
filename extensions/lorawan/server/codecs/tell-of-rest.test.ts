import assert from 'node:assert/strict'
import { it } from 'node:test'
import { DAY_MS } from '@fieldwatch/contract/time/durations'
import type { TemplateId } from '@fieldwatch/contract/api/ids'
import { createQueueMail } from '@fieldwatch/server/delivery/mail/queue-mail'
import { createTemplateStore } from '@fieldwatch/server/fleet/templates/template-store'
import { systemRandom } from '@fieldwatch/server/platform/random/random'
import { buildEntity, buildUser } from '@fieldwatch/server/testing/build-users'
import { createFakeClock } from '@fieldwatch/server/testing/fake-clock'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import { createCodecStore } from './codec-store.ts'
import { tellOfRest } from './tell-of-rest.ts'

const { db } = await createTestDatabase()
const clock = createFakeClock()
const parts = {
  db,
  clock,
  queueMail: createQueueMail({ clock, random: systemRandom }),
  publicUrl: () => 'https://portal.example',
}

it('the admins of a codec that rests get a mail, once a day and from one of several servers', async () => {
  const entity = await buildEntity(db)
  const admin = await buildUser(db, { entityId: entity, role: 'admin' })
  await buildUser(db, { entityId: entity, role: 'viewer' })
  const id = 'probe' as TemplateId
  await createTemplateStore(db).create({ id, entityId: entity, definition: { title: 'Soil probe' } })
  const codec = { code: 'for (;;) {}', owner: id, entity }
  await createCodecStore(db).set(id, codec.code)

  await Promise.all([tellOfRest(parts, codec), tellOfRest(parts, codec)])
  clock.advance(DAY_MS - 1)
  await tellOfRest(parts, codec)
  // Tried by a person, whose screen says so.
  await tellOfRest(parts, { ...codec, owner: admin.id })
  const mails = () => db.selectFrom('outbox').select(['recipient', 'subject']).execute()
  assert.deepEqual(await mails(), [{ recipient: admin.email, subject: 'The payload codec of Soil probe rests' }])

  clock.advance(1)
  await tellOfRest(parts, codec)
  assert.equal((await mails()).length, 2)
})
