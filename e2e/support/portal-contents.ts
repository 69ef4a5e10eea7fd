import { createAlert, listAlerts } from '@fieldwatch/contract/alerts/alerts'
import { createEvent, type EventPage, listEvents, setEventTag } from '@fieldwatch/contract/events/events'
import { DataId, SourceName, TemplateId } from '@fieldwatch/contract/api/ids'
import { getTemplate, putTemplate, TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { listUnits, updateUnit } from '@fieldwatch/contract/units/units'
import { listUsers } from '@fieldwatch/contract/people/users'
import { buildPicture } from '@fieldwatch/server/testing/build-picture'
import { expect } from '@playwright/test'
import { call, createUnit, type SignedInUser } from './api.ts'
import type { Portal } from './portal.ts'

const DATA_ID = DataId.parse('cold-store')
const SOURCE = SourceName.parse('room')
const EVENT = 'Too_warm'
const FROM = Date.UTC(2026, 0, 1)
const MINUTE = 60_000
const TEMPERATURES = [4, 9, 9.5, 4, 4, 10, 4]

/** Gives a portal one of everything that people make: a picture, a template, an event table with a tag, a triggered alert. */
export async function fillPortal(portal: Portal, { token, ...user }: SignedInUser): Promise<void> {
  const unitToken = await createUnit(portal, { token, ...user }, DATA_ID)
  const picture = new FormData()
  picture.set('dataID', DATA_ID)
  picture.set('image', await buildPicture())
  const headers = { authorization: `Bearer ${token}` }
  const changed = await fetch(portal.url + updateUnit.path, { method: 'PUT', headers, body: picture })
  expect(changed.status).toBe(200)
  const template = TemplateDefinition.parse({ title: 'Cold store', events: [] })
  await call(portal, putTemplate, { token, body: { dataID: DATA_ID, template } })
  await sendRecords(portal, unitToken, TEMPERATURES.slice(0, 1))
  const condition = { field: 'temp', operator: 'greater than' as const, constant: 3 }
  await call(portal, createAlert, { token, body: { name: 'Warm', devices: [DATA_ID], source: SOURCE, condition } })

  await sendRecords(portal, unitToken, TEMPERATURES)
  const comparison = `${SOURCE}.temp > 8`
  await call(portal, createEvent, {
    token,
    body: { dataID: DATA_ID, name: EVENT, comparison, startDate: new Date(FROM).toISOString(), values: [] },
  })
  await expect
    .poll(async () => {
      const [{ occurrences }, [alert]] = [await readEvents(portal, token), await readAlerts(portal, token)]
      return [occurrences.length, alert?.status]
    })
    .toEqual([2, 'high'])
  const [first] = (await readEvents(portal, token)).occurrences
  const eventStartUTC = first?.startUTC ?? ''
  await call(portal, setEventTag, { token, body: { dataID: DATA_ID, name: EVENT, eventStartUTC, tag: 'Door' } })
}

async function sendRecords(portal: Portal, token: string, temperatures: readonly number[]): Promise<void> {
  const records = temperatures.map((temp, index) => ({ messageUTC: FROM + index * MINUTE, temp }))
  const { status } = await fetch(`${portal.url}/api/v1/ingest/${DATA_ID}/${SOURCE}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(records),
  })
  expect(status).toBe(200)
}

/** All that `fillPortal` and people made, as the API returns it. */
export async function readContents(portal: Portal, token: string) {
  const reply = await call(portal, listUnits, { token, query: { dataID: DATA_ID } })
  const unit = reply.details as { image: string; customTemplate: string }
  const picture = await fetch(new URL(unit.image, portal.url))
  const params = { id: TemplateId.parse(unit.customTemplate) }
  return {
    // Its activity is written a moment after its records.
    unit: { ...unit, lastActivityUTC: undefined },
    picture: { status: picture.status, bytes: Buffer.from(await picture.arrayBuffer()).toString('base64') },
    users: (await call(portal, listUsers, { token })).details.users.map(({ uid, email, role }) => ({
      uid,
      email,
      role,
    })),
    template: (await call(portal, getTemplate, { token, params })).details,
    events: await readEvents(portal, token),
    alerts: await readAlerts(portal, token),
  }
}

async function readEvents(portal: Portal, token: string): Promise<EventPage> {
  const query = { dataID: DATA_ID, name: EVENT }
  return (await call(portal, listEvents, { token, query })).details as EventPage
}

async function readAlerts(portal: Portal, token: string) {
  return (await call(portal, listAlerts, { token })).details
}
