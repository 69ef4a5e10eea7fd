import { createEvent } from '@fieldwatch/contract/events/events'
import { MOST_PICTURE_BYTES } from '@fieldwatch/contract/api/files'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { ingestSource } from '@fieldwatch/contract/telemetry/ingest'
import { call, createUser, createUnit, type SignedInUser } from '../support/api.ts'
import { DOOR_SETTINGS } from '../doors/extension-doors.ts'
import { HOSTILE_SETTINGS_OF_EXTENSIONS } from './cases/all-cases.ts'
import type { Portal } from '../support/portal.ts'
import type { Target } from './hostile-case.ts'

/** What a portal is started with to be attacked: the ports of doors are open, and there is what extensions need. */
export const HOSTILE_SETTINGS = { ...DOOR_SETTINGS, ...HOSTILE_SETTINGS_OF_EXTENSIONS }

/** Gives a portal what hostile requests can be about: two people, a unit with records, a template. */
export async function openTarget(portal: Portal): Promise<Target> {
  const admin = await createUser(portal, { email: 'admin@hostile.example', entity: 'Hostile Water' })
  const viewer = await createUser(portal, {
    email: 'viewer@hostile.example',
    entity: 'Hostile Water',
    role: 'viewer',
  })
  const dataID = 'tank-01'
  const unitToken = await createUnit(portal, admin, dataID)
  const template = 'hostile-template'
  const definition = JSON.stringify({ title: 'Tanks' })
  await portal.sql('insert into template (id, entity_id, definition) values ($1, $2, $3)', [
    template,
    admin.entity,
    definition,
  ])
  const other = await createUser(portal, { email: 'other@hostile.example', entity: 'Other Water' })
  const foreignID = 'other-tank'
  const otherToken = await createUnit(portal, other, foreignID)
  const imei = '356307042441013'
  await portal.sql('update unit set default_template = $1, imei = $2 where data_id = $3', [template, imei, dataID])
  const now = Date.now()
  const records = Array.from({ length: 5000 }, (_, index) => ({
    messageUTC: now - index * 1000,
    value: index % 100,
    note: `n${index}`,
  }))
  await call(portal, ingestSource, { params: { dataID, source: 'level' }, body: records, token: unitToken })
  await call(portal, ingestSource, {
    params: { dataID: foreignID, source: 'level' },
    body: records.slice(0, 100),
    token: otherToken,
  })
  const history = Array.from({ length: HISTORY.records }, (_, index) => ({
    messageUTC: now - index * 1000,
    ...Object.fromEntries(HISTORY_FIELDS.map((name, field) => [name, (index * (field + 7)) % 1009])),
  }))
  await call(portal, ingestSource, { params: { dataID, source: 'history' }, body: history, token: unitToken })
  // Of what a person may add within a day most is there, so that a benchmark of minutes reaches the limit.
  await portal.sql(
    `insert into stored_file (name, kind, subject, uploaded_by, entity_id, bytes, created_at)
     select $1, 'note', 'note:0', id, $2, $3, now() from app_user where email = $4`,
    ['note-before.webp', viewer.entity, PICTURE_BYTES_BEFORE, viewer.email],
  )
  const eventTable = 'high'
  const draft = { dataID, name: eventTable, comparison: 'level.value > 90', startDate: '2026-01-01' }
  await call(portal, createEvent, { body: draft, token: admin.token })
  await call(portal, createEvent, { body: { ...draft, dataID: foreignID }, token: other.token })
  const { hostname, port } = new URL(portal.url)
  return {
    host: hostname === 'localhost' ? '127.0.0.1' : hostname,
    httpPort: Number(port),
    mqttPort: Number(new URL(portal.mqttUrl).port),
    ports: portal.ports,
    dataFolder: portal.dataFolder,
    dataID,
    imei,
    foreignID,
    unitToken,
    entity: admin.entity,
    template,
    eventTable,
    admin: admin.token,
    viewer: viewer.token,
    other: other.token,
    program: await programOf(portal, admin),
    otherProgram: await programOf(portal, other),
  }
}

const PICTURE_BYTES_BEFORE = 0.85 * MOST_PICTURE_BYTES.ofPerson

const HISTORY = { records: 20_000, fields: 50 }
const HISTORY_FIELDS = Array.from({ length: HISTORY.fields }, (_, field) => `field_${field}`)

async function programOf(portal: Portal, { token }: SignedInUser): Promise<string> {
  const body = { name: 'Analysis', scopes: ['read' as const], days: 1 }
  const { details } = await call(portal, createProgramToken, { token, body })
  return details.secret
}
