import { DEFAULT_LIST_VIEW } from '@fieldwatch/contract/units/list-columns'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { API_BASE, type AnyEndpoint } from '@fieldwatch/contract/api/endpoint'
import { ENDPOINTS } from '#endpoints.ts'
import { type Asked, askedOfExtensions } from '#testing/access-of-extensions.ts'
import { ErrorBody } from '@fieldwatch/contract/api/errors'
import type { InjectOptions } from 'fastify'
import { buildUnit } from '#testing/build-unit.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const test = await createTestApp({ database })
const { app, db, signInAs } = test
const admin = await signInAs({ role: 'admin' })
const { dataId } = await buildUnit(db, { entity: admin.entity })

type Values = Readonly<Record<string, unknown>>

const template = {
  title: 'Pump',
  overview: {
    gauges: [
      { title: 'Level', range: [0, 5], unit: 'm', prefix: '~', color: '#112233', source: 'tank', field: 'level' },
    ],
    infoCards: [{ topic: 'Now', specifications: { tank: [{ field: 'level', friendlyName: 'Level', unit: 'm' }] } }],
    tables: [
      { title: 'Newest', type: 'generic', specifications: { tank: [{ field: 'level', friendlyName: 'Level' }] } },
    ],
    maps: [{ title: 'Where', source: 'location', latitudeField: 'lat', longitudeField: 'lon' }],
  },
  events: [{ title: 'High', type: 'event', columns: ['startUTC', 'tag'] }],
  columns: ['startUTC'],
  reports: {
    short: {
      name: 'short',
      columns: ['Start'],
      values: ['startUTC'],
      formats: ['YYYY-MM-DD HH:MM:SS'],
      includeCoordinates: true,
      times: 'local',
    },
  },
}
const calculation = {
  dataID: dataId,
  name: 'sum',
  equation: 'tank.level',
  unit: 'm',
  startDate: '2026-03-01T00:00:00.000Z',
  values: [{ source: 'tank', field: 'level' }],
}
const action = { dataID: dataId, actionClass: 'Unit', expiresInSeconds: 60 }
const card = {
  iccid: '8944501234567890124',
  imsi: '240010123456789',
  msisdn: '+46701234567',
  imei: '490154203237518',
  label: 'Spare',
  operator: 'Telia',
  status: 'active',
  ip: '10.0.0.1',
  dataUsed: 1,
  dataLimit: 2,
  lastSessionUTC: '2026-03-01T00:00:00Z',
}
const person = { firstName: 'Nora', lastName: 'Lind', email: 'nora@example.test', role: 'viewer', entity: admin.entity }
const query = {
  dataID: dataId,
  subject: 'tank',
  filters: [{ field: 'messageUTC', operator: '>=', value: '2026-03-01T00:00:00Z' }],
  sort: { field: 'level', direction: 'asc' },
  limit: 10,
  cursor: 'x',
}
const alert = {
  name: 'Too high',
  description: 'Call the keeper.',
  entity: admin.entity,
  owners: [admin.userId],
  viewers: [admin.userId],
  type: 'value',
  source: 'tank',
  condition: { field: 'level', operator: 'greater than', constant: 4 },
  clearLimit: 3,
  forSeconds: 10,
  silentSeconds: null,
  graceSeconds: 60,
  interval: 3600,
  devices: [dataId],
  timeZone: 'Europe/Stockholm',
}
const passkey = { id: 'AA', rawId: 'AA', type: 'public-key', clientExtensionResults: {} }
const signed = { clientDataJSON: 'AA', authenticatorData: 'AA' }
const range = { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' }

/** Something that each endpoint could be asked, with every text and time that it takes: `params`, `query` and `body`. */
const ASKED: Readonly<Record<string, Asked>> = {
  'POST /auth/sign-in': { body: { email: 'nora@example.test', password: 'a password' } },
  'POST /auth/second-factor': { body: { token: 'secret', code: '123456' } },
  'POST /auth/second-factor/set-up': { body: { token: 'secret' } },
  'POST /auth/second-factor/set-up/confirm': { body: { token: 'secret', code: '123456' } },
  'POST /auth/refresh': {},
  'POST /auth/sign-out': {},
  'POST /auth/password-reset': { body: { email: 'nora@example.test' } },
  'POST /auth/password-reset/check': { body: { token: 'secret' } },
  'POST /auth/password-reset/confirm': { body: { token: 'secret', password: 'three blue herons' } },
  'GET /.well-known/jwks.json': {},
  'GET /me': {},
  'PUT /me/entity-viewing': { body: { entityViewing: [admin.entity] } },
  'DELETE /me/phone': {},
  'GET /me/second-factor': {},
  'POST /me/second-factor/totp': { body: { password: 'a password', code: '123456' } },
  'POST /me/second-factor/totp/confirm': { body: { code: '123456' } },
  'DELETE /me/second-factor/totp': { body: { password: 'a password', code: '123456' } },
  'POST /me/second-factor/recovery-codes': { body: { password: 'a password', code: '123456' } },
  'POST /auth/passkey/options': {},
  'POST /auth/passkey': {
    body: { passkey: { ...passkey, response: { ...signed, signature: 'AA', userHandle: 'AA' } } },
  },
  'POST /me/passkeys/options': { body: { password: 'a password', code: '123456' } },
  'POST /me/passkeys': {
    body: {
      name: 'Laptop',
      passkey: { ...passkey, response: { ...signed, attestationObject: 'AA', transports: ['usb'], publicKey: 'AA' } },
    },
  },
  'PUT /me/passkeys': { body: { passkeyID: 'AA', name: 'Laptop' } },
  'DELETE /me/passkeys': { body: { passkeyID: 'AA', password: 'a password' } },
  'DELETE /users/second-factor': { body: { userUID: admin.userId } },
  'GET /me/list-view': {},
  'PUT /me/list-view': { body: DEFAULT_LIST_VIEW },
  'GET /me/sessions': {},
  'DELETE /me/sessions': { body: { sessionID: 'x' } },
  'GET /users': { query: { entity: admin.entity } },
  'GET /users/:uid': { params: { uid: admin.userId } },
  'POST /users': { body: { ...person, company: 'Northwind', units: [dataId], profilePic: 'x', id: admin.userId } },
  'PUT /users': { body: { ...person, userUID: [admin.userId], company: 'Northwind', profilePic: 'x' } },
  'DELETE /users': { body: { userUID: [admin.userId], uid: admin.userId } },
  'POST /users/invitation': { body: { userUID: admin.userId } },
  'POST /users/request-verification': { body: { phoneNumber: '+46701234567' } },
  'POST /users/verify-code': { body: { phoneNumber: '+46701234567', requestID: 'x', code: '1234' } },
  'POST /users/cancel-verification': { body: { requestID: 'x' } },
  'GET /entities': {},
  'GET /entities/:id': { params: { id: admin.entity } },
  'POST /entities': { body: { name: 'North', url: 'https://north.example', company: 'North', parent: admin.entity } },
  'PUT /entities': { body: { entityID: admin.entity, name: 'North', url: 'https://north.example', company: 'North' } },
  'POST /files/:folder/:name': { params: { folder: 'profile', name: 'x' }, body: { file: 'x' } },
  'GET /files/:file': { params: { file: 'x' } },
  'GET /apps': {},
  'GET /map': {},
  'GET /map/places/:z/:x/:y': { params: { z: 3, x: 1, y: 1 } },
  'GET /map/streets/:z/:x/:y': { params: { z: 3, x: 1, y: 1 } },
  'GET /map/world/:z/:x/:y': { params: { z: 3, x: 1, y: 1 } },
  'GET /places/nearest': { query: { lat: 59, lon: 18 } },
  'GET /templates': {},
  'GET /templates/icons': {},
  'GET /templates/:id': { params: { id: 'x' } },
  'PUT /templates/': { body: { templateID: 'x', dataID: dataId, template, version: 1 } },
  'DELETE /templates/': { body: { dataID: dataId, version: 1 } },
  'GET /templates/gallery': { query: { entity: admin.entity, search: 'pump' } },
  'GET /templates/:id/units': { params: { id: 'x' } },
  'POST /templates': { body: { entity: admin.entity, title: 'Pump', templateID: 'x' } },
  'POST /templates/import': {
    body: { entity: admin.entity, title: 'P', file: { format: 'fieldwatch-template', formatVersion: 1, template } },
  },
  'PUT /templates/:id/title': { params: { id: 'x' }, body: { title: 'Pump', version: 1 } },
  'DELETE /templates/:id': { params: { id: 'x' }, body: { version: 1 } },
  'GET /templates/:id/versions': { params: { id: 'x' } },
  'GET /templates/:id/versions/:version': { params: { id: 'x', version: 1 } },
  'POST /templates/trials': { body: { dataID: dataId, templateID: 'x', of: 1 } },
  'POST /templates/trials/use': { body: { dataID: dataId, version: 1, sharedVersion: 1 } },
  'POST /templates/:id/restore': { params: { id: 'x' }, body: { restore: 1, version: 1 } },
  'GET /devices': { query: { dataID: dataId } },
  'GET /devices/columns': {},
  'GET /devices/all': { query: { entity: admin.entity } },
  'POST /devices': {
    body: { dataID: 'p-1', friendlyName: 'P', entities: [admin.entity], description: 'x', defaultTemplate: 'x' },
  },
  'POST /devices/:dataID/token': { params: { dataID: 'missing' } },
  'PUT /devices': { body: { dataID: dataId, friendlyName: 'Pump', description: 'A pump.', image: '' } },
  'PUT /devices/:dataID': { params: { dataID: dataId }, body: { entities: [admin.entity], defaultTemplate: 'x' } },
  'PUT /devices/paused-data': { body: { dataID: dataId, pause: ['tank'], resume: ['level'] } },
  'GET /devices/:dataID/rejected-messages': { params: { dataID: dataId }, query: { limit: 5 } },
  'POST /unit-imports/check': {
    body: { entity: admin.entity, existing: 'update', csv: 'dataID,Name\np-2,x\n', columns: { Name: 'friendlyName' } },
  },
  'POST /unit-imports': {
    body: { entity: admin.entity, existing: 'update', csv: 'dataID,Name\np-2,x\n', columns: { Name: 'friendlyName' } },
  },
  'GET /jobs': {},
  'POST /unit-jobs': {
    body: { dataIDs: [dataId], change: { kind: 'entities', how: 'add', entities: [admin.entity] } },
  },
  'GET /unit-jobs': { query: { which: 'running', limit: '5' } },
  'GET /unit-jobs/:jobID': { params: { jobID: '1' } },
  'GET /unit-jobs/:jobID/results': {
    params: { jobID: '1' },
    query: { result: 'refused', after: '0', limit: '5' },
  },
  'POST /unit-jobs/:jobID/stop': { params: { jobID: '1' } },
  'GET /unit-jobs/:jobID/undo': { params: { jobID: '1' } },
  'POST /unit-jobs/:jobID/undo': { params: { jobID: '1' } },
  'POST /unit-jobs/:jobID/tokens': { params: { jobID: '1' } },
  'GET /connection': {},
  'GET /retention': { query: { dataID: dataId } },
  'GET /retention/preview': { query: { entityID: admin.entity, rawDays: '30', summaryDays: '400' } },
  'PUT /retention': { body: { dataID: dataId, source: 'tank', rawDays: 1, summaryDays: 2 } },
  'GET /sims': { query: { entity: admin.entity, dataID: dataId } },
  'POST /sims': { body: { ...card, entity: admin.entity, dataID: dataId } },
  'PUT /sims': { body: { ...card, iccid: undefined, simID: 'x' } },
  'DELETE /sims': { body: { simIDs: ['x'] } },
  'POST /sims/import': { body: { entity: admin.entity, sims: [card], dryRun: true } },
  'POST /sims/import-csv': {
    body: {
      entity: admin.entity,
      csv: 'ICCID,Label\n8944501234567890124,x\n',
      columns: { Label: 'label' },
      dryRun: true,
    },
  },
  'POST /data/': { body: query },
  'POST /data/current': { body: { dataID: dataId, subject: 'tank', limit: 1, fields: ['level'] } },
  'POST /data/last-values': { body: { dataIDs: [dataId], subject: 'tank', field: 'level' } },
  'POST /state': { body: { dataIDs: [dataId], at: '2026-03-01T00:00:00Z', asKnownAt: '2026-03-02T00:00:00Z' } },
  'POST /state/steps': {
    body: {
      dataIDs: [dataId],
      from: '2026-03-01T00:00:00Z',
      to: '2026-03-02T00:00:00Z',
      kinds: ['event'],
      direction: 'desc',
      limit: 1,
    },
  },
  'POST /comparisons': {
    body: {
      series: [{ dataID: dataId, source: 'tank', field: 'level', above: 1, maxGapMinutes: 60 }],
      from: '2026-03-01T00:00:00Z',
      to: '2026-03-02T00:00:00Z',
      compareWith: 'previous',
      timeZone: 'Europe/Berlin',
    },
  },
  'POST /data/latest': { body: { dataIDs: [dataId], subject: 'tank' } },
  'PUT /data/': { body: { dataID: dataId, subject: 'tank' } },
  'POST /data/options': { body: { dataIDs: [dataId] } },
  'GET /data/options/:id': { params: { id: dataId } },
  'GET /data/:dataID': { params: { dataID: dataId } },
  'GET /series/:dataID/:subject': { params: { dataID: dataId, subject: 'tank' }, query: { ...range, fields: 'level' } },
  'GET /export/:dataID/:file': { params: { dataID: dataId, file: 'tank.csv' }, query: { ...range, fields: 'level' } },
  'GET /export/:dataID/:subject/xlsx': {
    params: { dataID: dataId, subject: 'tank' },
    query: { ...range, fields: 'level', timeZone: 'Europe/Berlin' },
  },
  'GET /export/:dataID/:subject/parquet': {
    params: { dataID: dataId, subject: 'tank' },
    query: { ...range, fields: 'level' },
  },
  'POST /calculations': { body: calculation },
  'PUT /calculations': { body: calculation },
  'GET /calculations': { query: { dataID: dataId } },
  'DELETE /calculations': { body: { dataID: dataId, name: 'sum' } },
  'POST /events': {
    body: {
      dataID: dataId,
      name: 'high',
      title: 'High',
      comparison: 'tank.level > 1',
      startDate: '2026-03-01T00:00:00.000Z',
      values: [{ source: 'tank', field: 'level' }],
      maxGapMinutes: 60,
    },
  },
  'GET /events': {
    query: {
      dataID: dataId,
      name: 'high',
      sort: 'duration',
      startDate: range.from,
      endDate: range.to,
      tag: 'seen',
      text: '2.5',
      minDuration: '60000',
      maxDuration: '120000',
    },
  },
  'GET /events/gap': { query: { dataID: dataId, source: 'tank', field: 'level' } },
  'PUT /events': {
    body: {
      dataID: dataId,
      name: 'high',
      comparison: 'tank.level > 1',
      startDate: '2026-03-01T00:00:00.000Z',
      values: [{ source: 'tank', field: 'level' }],
      maxGapMinutes: 60,
      version: 1,
    },
  },
  'DELETE /events': { body: { dataID: dataId, name: 'high' } },
  'PUT /events/tag': {
    body: { dataID: dataId, name: 'high', eventStartUTC: ['2026-03-01T00:00:00.000Z'], tag: 'seen' },
  },
  'GET /events/bands': {
    query: { dataID: dataId, name: 'high', startDate: '2026-01-01', endDate: '2026-01-02', width: '10' },
  },
  'GET /events/tags': { query: { dataID: dataId, name: 'high', startsWith: 's' } },
  'GET /events/summary': {
    query: { dataID: dataId, name: 'high', startDate: range.from, endDate: range.to, timeZone: 'UTC' },
  },
  'GET /events/report': {
    query: {
      dataID: dataId,
      name: 'high',
      report: 'raw_data',
      startDate: range.from,
      endDate: range.to,
      timeZone: 'UTC',
    },
  },
  'GET /actions/options': { query: { version: '1' } },
  'GET /actions': {
    query: { dataID: dataId, actionClass: 'Unit', payload: 'Ping', expiresInSeconds: '60' },
  },
  'POST /actions': { body: { ...action, payload: 'Reboot' } },
  'PUT /actions': { body: { ...action, version: 1, payload: { SetReportInterval: 60 } } },
  'DELETE /actions': { body: { ...action, payload: 'Log' } },
  'GET /actions/requests': {
    query: { dataID: dataId, actionClass: 'Unit', state: 'waiting', page: '1', pageSize: '10' },
  },
  'GET /actions/requests/:action_id': { params: { action_id: '1' } },
  'POST /actions/requests/:action_id/cancel': { params: { action_id: '1' } },
  'GET /actions/configurations': {
    query: { dataID: dataId, actionClass: 'Xetasense', page: '1', pageSize: '10' },
  },
  'GET /actions/configurations/:version': { params: { version: '1' } },
  'POST /actions/batches': {
    body: {
      dataIDs: [dataId],
      actionClass: 'Unit',
      method: 'GET',
      payload: 'Ping',
      expiresInSeconds: 60,
      stopAfter: 2,
    },
  },
  'GET /actions/batches': { query: { page: '1', pageSize: '10' } },
  'GET /actions/batches/:batchID': { params: { batchID: '1' } },
  'POST /actions/batches/:batchID/stop': { params: { batchID: '1' } },
  'GET /alerts': { query: { dataID: dataId, alertID: 'x', all: 'true', mine: 'owner', page: 1, pageSize: 10 } },
  'POST /alerts': { body: { ...alert, alertID: 'x', createdBy: admin.userId, users: [admin.userId] } },
  'PUT /alerts': { body: { ...alert, alertID: 'x', version: 1 } },
  'DELETE /alerts': { body: { alertID: 'x' } },
  'POST /alerts/unsubscribe': { body: { alertID: 'x', subscribe: true } },
  'GET /alerts/triggered': {},
  'GET /alerts/history': { query: { alertID: 'x', dataID: dataId, after: '1.1', limit: 10 } },
  'GET /alerts/bands': {
    query: { alertID: 'x', dataID: dataId, startDate: range.from, endDate: range.to, width: 100 },
  },
  'GET /alerts/notifications': {
    query: { entity: admin.entity, alertID: 'x', channel: 'mail', state: 'sent', after: '1.1', limit: 10 },
  },
  'POST /alerts/acknowledge': { body: { alertID: 'x', dataID: dataId, comment: 'Seen.' } },
  'POST /alerts/snooze': { body: { alertID: 'x', dataID: dataId, until: range.to, comment: 'Later.' } },
  'POST /alerts/recipients': {
    body: { entity: admin.entity, devices: [dataId], source: 'tank', people: [] },
  },
  'POST /alerts/heirs': { body: { userUID: [admin.userId] } },
  'POST /alerts/rehearsal': {
    body: {
      devices: [dataId],
      source: 'tank',
      condition: alert.condition,
      clearLimit: 3,
      forSeconds: 10,
      interval: 60,
    },
  },
  'GET /devices/silence': { query: { dataID: dataId } },
  'GET /alerts/unsubscription/:link': { params: { link: 'x' } },
  'POST /unsubscribe/:link': { params: { link: 'x' } },
  'GET /activity': {
    query: {
      entity: admin.entity,
      topic: 'units',
      userUID: admin.userId,
      search: 'pump',
      from: range.from,
      to: range.to,
      after: '1.1',
      limit: 10,
    },
  },
  'GET /activity/:activityID': { params: { activityID: '1' } },
  'GET /activity/export': { query: { dataID: dataId, topic: 'units', search: 'pump' } },
  'DELETE /devices/:dataID/sources': { params: { dataID: dataId }, body: { source: 'tank', confirm: 'none' } },
  'DELETE /devices/:dataID': { params: { dataID: dataId }, body: { confirm: 'none' } },
  'PUT /devices/:dataID/data-id': { params: { dataID: dataId }, body: { dataID: dataId } },
  'POST /devices/:dataID/children': {
    params: { dataID: dataId },
    body: { source: 'tank', dataID: dataId, friendlyName: 'Child' },
  },
  'DELETE /entities': { body: { entityID: admin.entity, confirm: 'none' } },
  'POST /consequences': { body: { change: { kind: 'source-deleted', dataID: dataId, source: 'tank' } } },
  'GET /devices/nearest': { query: { lat: 59, lon: 18, radius: 1000, limit: 5 } },
  'GET /places': { query: { entity: admin.entity } },
  'POST /places': {
    body: {
      entity: admin.entity,
      name: 'Depot',
      group: 'Depots',
      colour: 'red',
      geometry: { type: 'Point', coordinates: [18.1, 59.3] },
      radius: 50,
    },
  },
  'PUT /places': {
    body: {
      placeID: 1,
      name: 'Depot',
      group: 'Depots',
      colour: 'red',
      geometry: { type: 'Point', coordinates: [18.1, 59.3] },
      radius: 50,
      version: 1,
    },
  },
  'DELETE /places': { body: { placeID: 1 } },
  'GET /labels': { query: { entity: admin.entity } },
  'POST /labels': { body: { entity: admin.entity, name: 'Urgent', colour: 'red' } },
  'PUT /labels': { body: { labelID: 'x', name: 'Urgent', colour: 'red' } },
  'DELETE /labels': { body: { labelID: 'x' } },
  'PUT /labels/units': { body: { dataIDs: [dataId], add: ['x'], remove: ['y'] } },
  'POST /me/step-up': { body: { password: 'wrong' } },
  'PUT /me/password': { body: { password: 'wrong', newPassword: 'three blue herons' } },
  'GET /auth/providers': {},
  'POST /auth/email-change/confirm': { body: { token: 'secret' } },
  'GET /shared/screen': {},
  'GET /shared/current': { query: { source: 'x' } },
  'GET /shared/series': { query: { source: 'x', from: '0', to: '1' } },
  'GET /shared/stream': { query: { data: 'shared/x' } },
  'GET /shared/positions': {},
  'GET /shared/events': { query: { sort: 'x', page: '1' } },
  'GET /tokens': { query: { entity: admin.entity } },
  'POST /tokens': { body: { name: 'Script', scopes: ['read'], days: 30, entity: admin.entity, role: 'viewer' } },
  'DELETE /tokens': { body: { tokenID: 'x' } },
  'GET /alerts/maintenance': { query: { dataID: dataId } },
  'POST /alerts/maintenance': { body: { dataID: dataId, from: range.from, to: '2126-03-01T00:00:00Z', comment: 'x' } },
  'DELETE /alerts/maintenance': { body: { dataID: dataId, maintenanceID: 1 } },
  'GET /stream/data/:dataID/:subject': { params: { dataID: dataId, subject: 'missing' }, query: { since: range.from } },
  'GET /stream/devices': { query: { dataID: 'missing' } },
  'GET /stream/live': { query: { devices: 'missing', data: 'missing/level' } },
  'GET /healthz': {},
  ...askedOfExtensions({ ...test, admin, dataId }),
  'GET /readyz': {},
  'GET /metrics': {},
}

/** What people and programs send by mistake or on purpose. `null` and numbers only where the request is JSON. */
const BAD: Readonly<Record<string, unknown>> = {
  'half of a surrogate pair': 'a\uD800',
  'a NUL': 'a\u0000',
  'an override of direction': '\u202Eabc',
  'a line break': 'a\nb',
  'a space without a width': '\u200B',
  '5,000 characters': 'x'.repeat(5000),
  'a time of the year 10000': '9999-12-31T23:59:59-12:00',
  'a time of the year 75': '0075-01-01T00:00:00Z',
  'the largest number': Number.MAX_SAFE_INTEGER,
  'a number beyond all others': 1e308,
  'a negative number': -1,
  nothing: null,
  'a list in a list': [[]],
  'an object': { a: { b: 1 } },
}

const nameOf = ({ method, path }: AnyEndpoint): string =>
  `${method} ${path.startsWith(API_BASE) ? path.slice(API_BASE.length) : path}`

type Path = readonly (string | number)[]

/** The positions of values in a request, at any depth. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => pathsOf(one, [...path, index]))
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, one]) => pathsOf(one, [...path, name]))
  }
  return value === undefined ? [] : [path]
}

function withValue(target: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value
  if (Array.isArray(target)) return target.map((one, index) => (index === step ? withValue(one, rest, value) : one))
  const object = target as Values
  return { ...object, [step]: withValue(object[step], rest, value) }
}

function requestOf(endpoint: AnyEndpoint, asked: Asked): InjectOptions {
  const text = (value: unknown): string => (typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value))
  const params = asked.params ?? {}
  const url = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(text(params[name])))
  const given = Object.entries(asked.query ?? {}).map(([name, value]) => [name, text(value)] as [string, string])
  const common = {
    method: endpoint.method,
    url: given.length === 0 ? url : `${url}?${new URLSearchParams(given).toString()}`,
    headers: { authorization: admin.bearer },
  }
  if (asked.body === undefined) return common
  if (endpoint.bodyFormat === 'json') return { ...common, payload: asked.body }
  const parts = Object.entries(asked.body).map(
    ([name, value]) => `--part\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text(value)}\r\n`,
  )
  const headers = { ...common.headers, 'content-type': 'multipart/form-data; boundary=part' }
  return { ...common, headers, payload: `${parts.join('')}--part--\r\n` }
}

describe('bad input', () => {
  const endpoints = ENDPOINTS.filter(({ access }) => access !== 'unit')

  it('has a request for every endpoint that is not for units', () => {
    assert.deepEqual(Object.keys(ASKED).toSorted(), endpoints.map(nameOf).toSorted())
  })

  for (const endpoint of endpoints) {
    const asked = ASKED[nameOf(endpoint)] ?? {}
    const paths = pathsOf(asked)
    if (paths.length === 0) continue
    it(`is refused by ${nameOf(endpoint)} with a sentence, at every position, and never breaks it`, async () => {
      for (const path of paths) {
        for (const [what, value] of Object.entries(BAD)) {
          const request = requestOf(endpoint, withValue(asked, path, value) as typeof asked)
          const response = await app.inject(request)
          const where = `${path.join('.')} with ${what}: ${response.statusCode} ${response.body.slice(0, 300)}`
          assert.ok(response.statusCode < 500, where)
          if (response.statusCode < 400) continue
          const read = ErrorBody.safeParse(response.json())
          assert.ok(read.success, where)
          const { message, details } = read.data
          for (const sentence of [message, ...Object.values(details?.fields ?? {})]) {
            assert.match(sentence, /^["“A-Z]|^cant delete self$/, where)
            assert.ok(sentence.length < 700, where)
            assert.doesNotMatch(sentence, /expected|Invalid input|undefined|Too (big|small)/, where)
          }
        }
      }
    })
  }

  it('does not keep lists from being read afterwards', async () => {
    for (const url of [
      '/sims',
      '/calculations?dataID=' + dataId,
      '/devices',
      '/users',
      '/entities',
      '/templates',
      '/me',
    ]) {
      const { statusCode } = await app.inject({ url: API_BASE + url, headers: { authorization: admin.bearer } })

      assert.equal(statusCode, 200, url)
    }
  })
})
