import { ABOUT_A_UNIT_OF_EXTENSIONS, type Question } from '#testing/access-of-extensions.ts'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { API_BASE } from '@fieldwatch/contract/api/endpoint'
import { ENDPOINTS } from '#endpoints.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

/** How to ask each endpoint about a unit. Those that name no unit in their address or body have none. */
const ABOUT_A_UNIT: Readonly<Record<string, (dataID: string) => Question | undefined>> = {
  'GET /devices': (dataID) => ({ url: `/devices?dataID=${dataID}` }),
  'GET /devices/columns': () => undefined,
  'GET /devices/all': () => undefined,
  'POST /devices': () => undefined,
  'POST /devices/:dataID/token': (dataID) => ({ url: `/devices/${dataID}/token` }),
  'PUT /devices/paused-data': (dataID) => ({ url: '/devices/paused-data', payload: { dataID, pausedData: ['level'] } }),
  'GET /devices/:dataID/rejected-messages': (dataID) => ({ url: `/devices/${dataID}/rejected-messages` }),
  'POST /unit-imports/check': () => undefined,
  'POST /unit-imports': () => undefined,
  // Answers with a job, and refuses in its results.
  'GET /jobs': () => undefined,
  'POST /unit-jobs': () => undefined,
  'GET /unit-jobs': () => undefined,
  'GET /unit-jobs/:jobID': () => undefined,
  'GET /unit-jobs/:jobID/results': () => undefined,
  'POST /unit-jobs/:jobID/stop': () => undefined,
  'GET /unit-jobs/:jobID/undo': () => undefined,
  'POST /unit-jobs/:jobID/undo': () => undefined,
  'POST /unit-jobs/:jobID/tokens': () => undefined,
  'GET /templates/:id': () => undefined,
  'PUT /templates/': (dataID) => ({ url: '/templates/', payload: { dataID, template: { title: 'Own' } } }),
  'DELETE /templates/': (dataID) => ({ url: '/templates/', payload: { dataID } }),
  'GET /templates/gallery': () => undefined,
  'GET /templates/:id/units': () => undefined,
  'POST /templates': (dataID) => ({ url: '/templates', payload: { title: 'Theirs', dataID } }),
  'POST /templates/import': () => undefined,
  'PUT /templates/:id/title': () => undefined,
  'DELETE /templates/:id': () => undefined,
  'GET /templates/:id/versions': () => undefined,
  'GET /templates/:id/versions/:version': () => undefined,
  'POST /templates/:id/restore': () => undefined,
  'POST /templates/trials': (dataID) => ({ url: '/templates/trials', payload: { dataID } }),
  'POST /templates/trials/use': (dataID) => ({ url: '/templates/trials/use', payload: { dataID } }),
  'PUT /devices': (dataID) => ({ url: '/devices', form: { dataID, description: 'Mine.' } }),
  'PUT /devices/:dataID/data-id': (dataID) => ({ url: `/devices/${dataID}/data-id`, payload: { dataID: 'other-id' } }),
  'POST /devices/:dataID/children': (dataID) => ({
    url: `/devices/${dataID}/children`,
    payload: { source: 'level', dataID: 'other-id', friendlyName: 'Other' },
  }),
  'DELETE /devices/:dataID': (dataID) => ({ url: `/devices/${dataID}`, payload: { confirm: 'tank' } }),
  'DELETE /devices/:dataID/sources': (dataID) => ({
    url: `/devices/${dataID}/sources`,
    payload: { source: 'level', confirm: 'level' },
  }),
  'POST /consequences': (dataID) => ({
    url: '/consequences',
    payload: { change: { kind: 'unit-deleted', dataIDs: [dataID] } },
  }),
  'PUT /devices/:dataID': (dataID) => ({ url: `/devices/${dataID}`, payload: { active: false } }),
  'GET /templates': () => undefined,
  'GET /templates/icons': () => undefined,
  'GET /retention': (dataID) => ({ url: `/retention?dataID=${dataID}` }),
  'GET /retention/preview': () => undefined,
  'PUT /retention': (dataID) => ({
    url: '/retention',
    payload: { dataID, source: 'level', rawDays: 1, summaryDays: null },
  }),
  'GET /sims': (dataID) => ({ url: `/sims?dataID=${dataID}` }),
  'POST /sims': (dataID) => ({
    url: '/sims',
    payload: { entity: curious.entity, iccid: '8944501234567890124', dataID },
  }),
  'PUT /sims': () => undefined,
  'DELETE /sims': () => undefined,
  'POST /sims/import': () => undefined,
  'POST /sims/import-csv': () => undefined,
  'POST /data/': (dataID) => ({ url: '/data/', payload: { dataID, subject: 'level' } }),
  'POST /data/latest': () => undefined,
  'POST /state': () => undefined,
  'POST /state/steps': () => undefined,
  'POST /comparisons': (dataID) => ({
    url: '/comparisons',
    payload: {
      series: [{ dataID, source: 'level', field: 'value' }],
      from: '2026-03-01T00:00:00Z',
      to: '2026-03-02T00:00:00Z',
      compareWith: 'previous',
    },
  }),
  'POST /data/last-values': () => undefined,
  'POST /data/options': () => undefined,
  'POST /data/current': (dataID) => ({ url: '/data/current', payload: { dataID, subject: 'level' } }),
  'PUT /data/': (dataID) => ({ url: '/data/', payload: { dataID, subject: 'level' } }),
  'GET /data/options/:id': (dataID) => ({ url: `/data/options/${dataID}` }),
  'GET /data/:dataID': (dataID) => ({ url: `/data/${dataID}` }),
  'GET /series/:dataID/:subject': (dataID) => ({ url: `/series/${dataID}/level?from=0&to=2000000000000` }),
  'GET /export/:dataID/:file': (dataID) => ({ url: `/export/${dataID}/level.csv` }),
  'GET /export/:dataID/:subject/xlsx': (dataID) => ({ url: `/export/${dataID}/level/xlsx` }),
  'GET /export/:dataID/:subject/parquet': (dataID) => ({ url: `/export/${dataID}/level/parquet` }),
  'POST /calculations': (dataID) => ({ url: '/calculations', payload: calculation(dataID) }),
  'PUT /calculations': (dataID) => ({ url: '/calculations', payload: calculation(dataID) }),
  'GET /calculations': (dataID) => ({ url: `/calculations?dataID=${dataID}` }),
  'DELETE /calculations': (dataID) => ({ url: '/calculations', payload: { dataID, name: 'sum' } }),
  'POST /events': (dataID) => ({
    url: '/events',
    payload: { dataID, name: 'high', comparison: 'tank.level > 1', startDate: '2026-03-01' },
  }),
  'GET /events': (dataID) => ({ url: `/events?dataID=${dataID}` }),
  'PUT /events': (dataID) => ({ url: '/events', payload: { dataID, name: 'high' } }),
  'DELETE /events': (dataID) => ({ url: '/events', payload: { dataID, name: 'high' } }),
  'PUT /events/tag': (dataID) => ({
    url: '/events/tag',
    payload: { dataID, name: 'high', eventStartUTC: ['2026-03-01T00:00:00.000Z'], tag: 'seen' },
  }),
  'GET /events/bands': (dataID) => ({
    url: `/events/bands?dataID=${dataID}&name=high&startDate=2026-01-01&endDate=2026-01-02`,
  }),
  'GET /events/gap': (dataID) => ({ url: `/events/gap?dataID=${dataID}&source=tank&field=level` }),
  'GET /events/tags': (dataID) => ({ url: `/events/tags?dataID=${dataID}&name=high` }),
  'GET /events/summary': (dataID) => ({ url: `/events/summary?dataID=${dataID}&name=high` }),
  'GET /events/report': (dataID) => ({ url: `/events/report?dataID=${dataID}&name=high` }),
  'GET /actions/options': () => undefined,
  'GET /actions': (dataID) => ({ url: `/actions?dataID=${dataID}&actionClass=Unit&payload=Ping` }),
  'POST /actions': (dataID) => ({ url: '/actions', payload: { dataID, actionClass: 'Unit', payload: 'Reboot' } }),
  'PUT /actions': (dataID) => ({
    url: '/actions',
    payload: { dataID, actionClass: 'Xetasense', payload: { UpdateConfig: {} } },
  }),
  'DELETE /actions': (dataID) => ({ url: '/actions', payload: { dataID, actionClass: 'Unit', payload: 'Log' } }),
  'GET /actions/requests': (dataID) => ({ url: `/actions/requests?dataID=${dataID}` }),
  'GET /actions/requests/:action_id': () => undefined,
  'POST /actions/requests/:action_id/cancel': () => undefined,
  'GET /actions/batches': () => undefined,
  'POST /actions/batches': (dataID) => ({
    url: '/actions/batches',
    payload: { dataIDs: [dataID], actionClass: 'Unit', method: 'POST', payload: 'Reboot' },
  }),
  'GET /actions/batches/:batchID': () => undefined,
  'POST /actions/batches/:batchID/stop': () => undefined,
  'GET /actions/configurations': (dataID) => ({
    url: `/actions/configurations?dataID=${dataID}&actionClass=Tdwlb`,
  }),
  'GET /actions/configurations/:version': () => undefined,
  'GET /alerts': (dataID) => ({ url: `/alerts?dataID=${dataID}` }),
  'GET /alerts/triggered': () => undefined,
  'POST /alerts': (dataID) => ({
    url: '/alerts',
    payload: {
      name: 'High',
      devices: [dataID],
      source: 'level',
      condition: { field: 'value', operator: 'greater than', constant: 1 },
    },
  }),
  'PUT /alerts': () => undefined,
  'DELETE /alerts': () => undefined,
  'POST /alerts/unsubscribe': () => undefined,
  'GET /alerts/history': () => undefined,
  'GET /alerts/bands': () => undefined,
  'GET /alerts/notifications': () => undefined,
  'POST /alerts/acknowledge': () => undefined,
  'POST /alerts/snooze': () => undefined,
  'POST /alerts/recipients': () => undefined,
  'POST /alerts/heirs': () => undefined,
  'POST /alerts/rehearsal': (dataID) => ({
    url: '/alerts/rehearsal',
    payload: {
      devices: [dataID],
      source: 'level',
      condition: { field: 'value', operator: 'greater than', constant: 1 },
    },
  }),
  'GET /devices/silence': (dataID) => ({ url: `/devices/silence?dataID=${dataID}` }),
  'GET /devices/nearest': () => undefined,
  'GET /labels': () => undefined,
  'POST /labels': () => undefined,
  'PUT /labels': () => undefined,
  'DELETE /labels': () => undefined,
  'PUT /labels/units': (dataID) => ({ url: '/labels/units', payload: { dataIDs: [dataID] } }),
  'GET /activity': (dataID) => ({ url: `/activity?dataID=${dataID}` }),
  'GET /activity/:activityID': () => undefined,
  'GET /activity/export': (dataID) => ({ url: `/activity/export?dataID=${dataID}` }),
  'GET /alerts/maintenance': (dataID) => ({ url: `/alerts/maintenance?dataID=${dataID}` }),
  'POST /alerts/maintenance': (dataID) => ({
    url: '/alerts/maintenance',
    payload: { dataID, from: '2026-03-01T00:00:00Z', to: '2126-03-01T00:00:00Z' },
  }),
  'DELETE /alerts/maintenance': (dataID) => ({ url: '/alerts/maintenance', payload: { dataID, maintenanceID: 1 } }),
  'GET /stream/data/:dataID/:subject': (dataID) => ({ url: `/stream/data/${dataID}/level` }),
  'GET /stream/devices': (dataID) => ({ url: `/stream/devices?dataID=${dataID}` }),
  'GET /stream/live': (dataID) => ({ url: `/stream/live?devices=${dataID}` }),
  'GET /stream/live of a source': (dataID) => ({ url: `/stream/live?data=${dataID}/level` }),
  ...ABOUT_A_UNIT_OF_EXTENSIONS,
}

function calculation(dataID: string): object {
  const values = [{ source: 'tank', field: 'level' }]
  return { dataID, name: 'sum', equation: 'tank.level', unit: 'm', startDate: '2026-03-01', values }
}

const database = await createTestDatabase()
const { app, db, signInAs } = await createTestApp({ database })
const curious = await signInAs({ role: 'admin' })
const owner = await signInAs({ role: 'admin' })
const foreign = await buildUnit(db, { entity: owner.entity })
const missing = 'no-such-unit'

const ask = async (method: string, { url, payload, form }: Question) => {
  const response = await app.inject({
    method: method as 'GET',
    url: `${API_BASE}${url}`,
    headers: { authorization: curious.bearer, ...(form === undefined ? {} : { 'content-type': FORM_TYPE }) },
    ...(payload === undefined ? {} : { payload }),
    ...(form === undefined ? {} : { payload: writeForm(form) }),
  })
  const { date: _, ...headers } = response.headers
  return { status: response.statusCode, headers, body: response.body }
}

const FORM_TYPE = 'multipart/form-data; boundary=part'

function writeForm(texts: Record<string, string>): string {
  const parts = Object.entries(texts).map(([name, text]) => {
    const file = name === 'file' ? '; filename="a.png"\r\ncontent-type: image/png' : ''
    return `--part\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${text}\r\n`
  })
  return `${parts.join('')}--part--\r\n`
}

describe('a unit of another entity', () => {
  it('has a question for every endpoint of the API that a person may call', () => {
    const asked = new Set(Object.keys(ABOUT_A_UNIT).map((name) => name.replace(/ of .*/, '')))
    const notAboutUnits = new Set(['me', 'users', 'entities', 'apps', 'map', 'places', 'files', 'connection', 'tokens'])
    const expected = ENDPOINTS.filter(({ access }) => access === 'session')
      .map(({ method, path }) => `${method} ${path.slice(API_BASE.length)}`)
      .filter((name) => !notAboutUnits.has(name.split('/')[1] ?? ''))

    assert.deepEqual([...asked].toSorted(), expected.toSorted())
  })

  for (const [name, question] of Object.entries(ABOUT_A_UNIT)) {
    const sample = question(missing)
    if (sample === undefined) continue
    it(`answers ${name} exactly as a unit that does not exist`, async () => {
      const method = name.split(' ')[0] ?? 'GET'

      const ofForeign = await ask(method, question(foreign.dataId) ?? sample)
      const ofMissing = await ask(method, sample)

      assert.equal(ofForeign.status, 404)
      assert.ok(!ofForeign.body.includes('request/not-found'), 'the address exists')
      assert.deepEqual(ofForeign, ofMissing)
    })
  }

  it('is in no list', async () => {
    for (const url of ['/devices', '/devices/columns', '/devices/all', `/devices/all?entity=${curious.entity}`]) {
      const { status, body } = await ask('GET', { url })

      assert.equal(status, 200)
      assert.ok(!body.includes(foreign.dataId), url)
    }
  })

  it('cannot be reached through its entity', async () => {
    const { status } = await ask('GET', { url: `/devices/all?entity=${owner.entity}` })

    assert.equal(status, 404)
  })
})
