import { DEFAULT_LIST_VIEW } from '@fieldwatch/contract/units/list-columns'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { TEST_PASSWORD } from './build-users.ts'
import type { SignedInUser, TestApp } from './test-app.ts'

/*
 * To add an endpoint: give it a row in ROWS, under `METHOD /path` without the base. `ask` writes a request about a thing
 * of `place.entity`, made afresh for each caller; `rule` says who may, with one of the rules below or letters of your own.
 */

/** The callers, in the order of the letters of a rule. `top` is the entity above `below`; `other` is unrelated. */
export const CALLERS = [
  'viewer of top',
  'viewer of top with viewSubentities',
  'admin of top',
  'admin of below',
  'admin of other',
] as const

/**
 * One letter a caller, when the thing belongs to `top` and when it belongs to `below`: y for 200, f for 403, m for 404
 * (answered as missing), - for neither 401 nor 403, where what is asked for need not be there.
 */
export interface Rule {
  top: string
  below: string
}

const SOME_POINT = { type: 'Point', coordinates: [18.1, 59.3] } as const

/** Everyone who has the entity in reach. */
export const READ: Rule = { top: 'yyymm', below: 'myyym' }
/** Admins who have the entity in reach. */
export const ADMIN: Rule = { top: 'ffymm', below: 'ffyym' }
/** Admins, about what someone else wrote on a unit in reach. */
export const OF_OTHERS: Rule = { top: 'ffymm', below: 'mfyym' }
/** Admins; units out of reach are reported one by one. */
export const ANY_ADMIN: Rule = { top: 'ffyyy', below: 'ffyyy' }
/** Admins, about what they began themselves, or others in an entity in reach. */
const OWN_JOB: Rule = { top: 'ffmmm', below: 'ffmmm' }
/** Everyone, about oneself or what is in reach. */
export const ANYONE: Rule = { top: 'yyyyy', below: 'yyyyy' }
const ANYONE_WHO_HAS_ONE: Rule = { top: '-----', below: '-----' }

export interface Request {
  path: string
  body?: object
  form?: Record<string, string | File>
}

/** An entity, and what makes things of it. */
export interface Place {
  entity: EntityId
  /** Each returns the id of a new thing. */
  unit: () => Promise<string>
  user: (given?: { invited: boolean }) => Promise<string>
  template: () => Promise<string>
  /** A unit with an own copy of a template. */
  unitWithCopy: () => Promise<string>
  /** A unit that shares a template of the entity. */
  unitWithTemplate: () => Promise<string>
  /** A unit that tries something in place of one. */
  unitWithTrial: () => Promise<string>
  sim: () => Promise<string>
  /** A request that waits for a unit. */
  request: () => Promise<string>
  /** A batch of requests to a unit. */
  batch: () => Promise<string>
  /** A version of the configuration of a unit. */
  configuration: () => Promise<string>
  /** An alert of someone who is none of the callers; on its own unit by default. */
  alert: (dataID?: string) => Promise<string>
  /** A unit with the event table `high`. */
  unitWithEvents: () => Promise<string>
  label: () => Promise<string>
  /** A place that the entity keeps. */
  keptPlace: () => Promise<number>
  /** A token for a program, of the entity. */
  token: () => Promise<string>
  /** A name that nothing has yet. */
  fresh: () => string
  iccid: () => string
  picture: File
  /** An admin of `top`, and what extensions make their things with. */
  admin: SignedInUser
  test: Pick<TestApp, 'app' | 'call' | 'clock' | 'db' | 'signInAs'>
}

export interface Row {
  rule: Rule
  ask: (place: Place) => Request | Promise<Request>
}

export const aboutUnit = (rule: Rule, path: (dataID: string) => string, body?: (dataID: string) => object): Row => ({
  rule,
  ask: async ({ unit }) => {
    const dataID = await unit()
    return { path: path(dataID), ...(body === undefined ? {} : { body: body(dataID) }) }
  },
})

/** An alert of someone else of the entity: only admins who reach that see and change it. */
const aboutAlert = (ask: () => { path: string; body: object }): Row => ({
  rule: { top: 'mmymm', below: 'mmyym' },
  ask: async ({ alert }) => {
    const { path, body } = ask()
    return { path, body: { alertID: await alert(), ...body } }
  },
})

const above = { field: 'value', operator: 'greater than', constant: 1 }
export const plain = (path: string, rule = ANYONE): Row => ({ rule, ask: () => ({ path }) })
const calculation = { name: 'sum', equation: 'level.value', unit: 'm', startDate: '2026-02-28' }
const draft = { ...calculation, values: [{ source: 'level', field: 'value' }] }

export const ROWS: Readonly<Record<string, Row>> = {
  'GET /me': plain('/me'),
  'PUT /me/entity-viewing': {
    rule: READ,
    ask: ({ entity }) => ({ path: '/me/entity-viewing', body: { entityViewing: [entity] } }),
  },
  'DELETE /me/phone': plain('/me/phone', ANYONE_WHO_HAS_ONE),
  'POST /me/step-up': {
    // No one here says the right one.
    rule: { top: 'fffff', below: 'fffff' },
    ask: () => ({ path: '/me/step-up', body: { password: 'wrong' } }),
  },
  'PUT /me/password': {
    // No one here says the right one.
    rule: { top: 'fffff', below: 'fffff' },
    ask: () => ({ path: '/me/password', body: { password: 'wrong', newPassword: 'three blue herons' } }),
  },
  'GET /me/list-view': plain('/me/list-view'),
  'PUT /me/list-view': { rule: ANYONE, ask: () => ({ path: '/me/list-view', body: DEFAULT_LIST_VIEW }) },
  'GET /me/sessions': plain('/me/sessions'),
  'DELETE /me/sessions': { rule: ANYONE, ask: () => ({ path: '/me/sessions', body: { sessionID: 'none' } }) },
  'GET /tokens': {
    rule: { top: 'ffymm', below: 'ffyym' },
    ask: ({ entity }) => ({ path: `/tokens?entity=${entity}` }),
  },
  'POST /tokens': {
    rule: { top: 'ffymm', below: 'ffyym' },
    ask: ({ entity, fresh }) => ({
      path: '/tokens',
      body: { name: fresh(), scopes: ['read'], days: 30, entity, role: 'viewer' },
    }),
  },
  'DELETE /tokens': {
    rule: { top: 'mmymm', below: 'mmyym' },
    ask: async ({ token }) => ({ path: '/tokens', body: { tokenID: await token() } }),
  },
  'GET /me/second-factor': plain('/me/second-factor'),
  'POST /me/second-factor/totp': {
    rule: ANYONE,
    ask: () => ({ path: '/me/second-factor/totp', body: { password: TEST_PASSWORD } }),
  },
  'POST /me/second-factor/totp/confirm': {
    rule: ANYONE_WHO_HAS_ONE,
    ask: () => ({ path: '/me/second-factor/totp/confirm', body: { code: '000000' } }),
  },
  'DELETE /me/second-factor/totp': {
    rule: ANYONE_WHO_HAS_ONE,
    ask: () => ({ path: '/me/second-factor/totp', body: { password: TEST_PASSWORD, code: '000000' } }),
  },
  'POST /me/second-factor/recovery-codes': {
    rule: ANYONE_WHO_HAS_ONE,
    ask: () => ({ path: '/me/second-factor/recovery-codes', body: { password: TEST_PASSWORD } }),
  },
  'POST /me/passkeys/options': {
    rule: ANYONE,
    ask: () => ({ path: '/me/passkeys/options', body: { password: TEST_PASSWORD } }),
  },
  'POST /me/passkeys': {
    rule: ANYONE_WHO_HAS_ONE,
    ask: () => ({ path: '/me/passkeys', body: { name: 'Laptop', passkey: {} } }),
  },
  'PUT /me/passkeys': {
    rule: ANYONE_WHO_HAS_ONE,
    ask: () => ({ path: '/me/passkeys', body: { passkeyID: 'none', name: 'Laptop' } }),
  },
  'DELETE /me/passkeys': {
    rule: ANYONE_WHO_HAS_ONE,
    ask: () => ({ path: '/me/passkeys', body: { passkeyID: 'none', password: TEST_PASSWORD } }),
  },
  'DELETE /users/second-factor': {
    // Someone who has none.
    rule: { top: 'ff-mm', below: 'mf--m' },
    ask: async ({ user }) => ({ path: '/users/second-factor', body: { userUID: await user() } }),
  },
  'GET /users': { rule: READ, ask: ({ entity }) => ({ path: `/users?entity=${entity}` }) },
  'GET /users/:uid': { rule: READ, ask: async ({ user }) => ({ path: `/users/${await user()}` }) },
  'POST /users': {
    rule: { top: 'ffymm', below: 'myyym' },
    ask: ({ entity, fresh }) => {
      const person = { firstName: 'Ola', lastName: 'Berg', email: `${fresh()}@example.test`, role: 'viewer' }
      return { path: '/users', body: { ...person, entity } }
    },
  },
  'PUT /users': {
    rule: { top: 'ffymm', below: 'myyym' },
    ask: async ({ user }) => ({ path: '/users', body: { userUID: await user(), firstName: 'Ada' } }),
  },
  'DELETE /users': {
    rule: { top: 'ffymm', below: 'mfyym' },
    ask: async ({ user }) => ({ path: '/users', body: { userUID: [await user()] } }),
  },
  'POST /users/invitation': {
    rule: { top: 'ffymm', below: 'myyym' },
    ask: async ({ user }) => ({ path: '/users/invitation', body: { userUID: await user({ invited: true }) } }),
  },
  'POST /users/request-verification': {
    rule: ANYONE,
    ask: ({ iccid }) => ({ path: '/users/request-verification', body: { phoneNumber: `+1${iccid().slice(-10)}` } }),
  },
  'POST /users/verify-code': {
    rule: ANYONE_WHO_HAS_ONE,
    ask: () => ({
      path: '/users/verify-code',
      body: { phoneNumber: '+14155550100', requestID: crypto.randomUUID(), code: '0000' },
    }),
  },
  'POST /users/cancel-verification': {
    rule: ANYONE_WHO_HAS_ONE,
    ask: () => ({ path: '/users/cancel-verification', body: { requestID: crypto.randomUUID() } }),
  },
  'GET /entities': plain('/entities'),
  'GET /entities/:id': { rule: READ, ask: ({ entity }) => ({ path: `/entities/${entity}` }) },
  'POST /entities': {
    rule: { top: 'fyymm', below: 'fyyym' },
    ask: ({ entity, fresh }) => ({ path: '/entities', form: { name: fresh(), parent: entity } }),
  },
  'PUT /entities': {
    rule: ADMIN,
    ask: ({ entity }) => ({ path: '/entities', form: { entityID: entity, company: 'AB' } }),
  },
  'POST /files/:folder/:name': {
    // Someone out of reach is like someone who is yet to be added.
    rule: { top: 'ffyyy', below: 'fyyyy' },
    ask: async ({ user, picture }) => ({ path: `/files/profile/${await user()}`, form: { file: picture } }),
  },
  'GET /apps': plain('/apps'),
  'GET /map': plain('/map'),
  // Without a street map there is none to be seen.
  'GET /map/streets/:z/:x/:y': plain('/map/streets/3/1/1', ANYONE_WHO_HAS_ONE),
  'GET /places/nearest': plain('/places/nearest?lat=59.3&lon=18.1'),
  'GET /connection': plain('/connection'),
  'GET /templates': plain('/templates'),
  'GET /templates/icons': plain('/templates/icons'),
  'GET /templates/:id': { rule: READ, ask: async ({ template }) => ({ path: `/templates/${await template()}` }) },
  'PUT /templates/': {
    rule: READ,
    ask: async ({ template }) => {
      const templateID = await template()
      return { path: '/templates/', body: { templateID, template: { title: `New ${templateID}` } } }
    },
  },
  'DELETE /templates/': {
    rule: READ,
    ask: async ({ unitWithCopy }) => ({ path: '/templates/', body: { dataID: await unitWithCopy() } }),
  },
  'GET /templates/gallery': { rule: READ, ask: ({ entity }) => ({ path: `/templates/gallery?entity=${entity}` }) },
  'GET /templates/:id/units': {
    rule: READ,
    ask: async ({ template }) => ({ path: `/templates/${await template()}/units` }),
  },
  'POST /templates': {
    rule: ADMIN,
    ask: ({ entity, fresh }) => ({ path: '/templates', body: { entity, title: fresh() } }),
  },
  'POST /templates/import': {
    rule: ADMIN,
    ask: ({ entity, fresh }) => ({
      path: '/templates/import',
      body: { entity, file: { format: 'fieldwatch-template', formatVersion: 1, template: { title: fresh() } } },
    }),
  },
  'PUT /templates/:id/title': {
    rule: READ,
    ask: async ({ template, fresh }) => ({ path: `/templates/${await template()}/title`, body: { title: fresh() } }),
  },
  'DELETE /templates/:id': {
    rule: { top: 'ffymm', below: 'mfyym' },
    ask: async ({ template }) => ({ path: `/templates/${await template()}`, body: {} }),
  },
  'POST /templates/trials': {
    rule: { top: 'ffymm', below: 'mfyym' },
    ask: async ({ unitWithTemplate }) => ({ path: '/templates/trials', body: { dataID: await unitWithTemplate() } }),
  },
  'POST /templates/trials/use': {
    rule: { top: 'ffymm', below: 'mfyym' },
    ask: async ({ unitWithTrial }) => ({ path: '/templates/trials/use', body: { dataID: await unitWithTrial() } }),
  },
  'GET /templates/:id/versions': {
    rule: READ,
    ask: async ({ template }) => ({ path: `/templates/${await template()}/versions` }),
  },
  'GET /templates/:id/versions/:version': {
    rule: READ,
    ask: async ({ template }) => ({ path: `/templates/${await template()}/versions/1` }),
  },
  'POST /templates/:id/restore': {
    rule: READ,
    ask: async ({ template }) => ({ path: `/templates/${await template()}/restore`, body: { restore: 1 } }),
  },
  'GET /devices': aboutUnit(READ, (dataID) => `/devices?dataID=${dataID}`),
  'GET /devices/columns': plain('/devices/columns'),
  'GET /devices/all': { rule: READ, ask: ({ entity }) => ({ path: `/devices/all?entity=${entity}` }) },
  'POST /devices': {
    rule: ADMIN,
    ask: ({ entity, fresh }) => ({
      path: '/devices',
      body: { dataID: fresh(), friendlyName: 'Pump station', entities: [entity] },
    }),
  },
  'PUT /devices': {
    rule: READ,
    ask: async ({ unit }) => ({ path: '/devices', form: { dataID: await unit(), description: 'By the lake.' } }),
  },
  'PUT /devices/:dataID': aboutUnit(
    ADMIN,
    (dataID) => `/devices/${dataID}`,
    () => ({ active: false }),
  ),
  'POST /devices/:dataID/token': aboutUnit(ADMIN, (dataID) => `/devices/${dataID}/token`),
  'PUT /devices/paused-data': aboutUnit(
    ADMIN,
    () => '/devices/paused-data',
    (dataID) => ({ dataID, pausedData: ['level'] }),
  ),
  'GET /devices/:dataID/rejected-messages': aboutUnit(ADMIN, (dataID) => `/devices/${dataID}/rejected-messages`),
  'POST /unit-imports/check': {
    rule: ADMIN,
    ask: ({ entity, fresh }) => ({
      path: '/unit-imports/check',
      body: { entity, csv: `dataID,name\n${fresh()},Pump\n` },
    }),
  },
  'POST /unit-imports': {
    rule: ADMIN,
    ask: ({ entity, fresh }) => ({ path: '/unit-imports', body: { entity, csv: `dataID,name\n${fresh()},Pump\n` } }),
  },
  'GET /jobs': plain('/jobs', ANY_ADMIN),
  'POST /unit-jobs': aboutUnit(
    ANY_ADMIN,
    () => '/unit-jobs',
    (dataID) => ({ dataIDs: [dataID], change: { kind: 'active', active: true } }),
  ),
  'GET /unit-jobs': plain('/unit-jobs', ANY_ADMIN),
  'GET /unit-jobs/:jobID': plain('/unit-jobs/999999', OWN_JOB),
  'GET /unit-jobs/:jobID/results': plain('/unit-jobs/999999/results', OWN_JOB),
  'POST /unit-jobs/:jobID/stop': plain('/unit-jobs/999999/stop', OWN_JOB),
  'GET /unit-jobs/:jobID/undo': plain('/unit-jobs/999999/undo', OWN_JOB),
  'POST /unit-jobs/:jobID/undo': plain('/unit-jobs/999999/undo', OWN_JOB),
  'POST /unit-jobs/:jobID/tokens': plain('/unit-jobs/999999/tokens', OWN_JOB),
  'GET /retention': aboutUnit(ADMIN, (dataID) => `/retention?dataID=${dataID}`),
  'GET /retention/preview': { rule: ADMIN, ask: ({ entity }) => ({ path: `/retention/preview?entityID=${entity}` }) },
  'PUT /retention': {
    rule: ADMIN,
    ask: ({ entity }) => ({ path: '/retention', body: { entityID: entity, rawDays: 30, summaryDays: null } }),
  },
  'GET /sims': { rule: READ, ask: ({ entity }) => ({ path: `/sims?entity=${entity}` }) },
  'POST /sims': { rule: ADMIN, ask: ({ entity, iccid }) => ({ path: '/sims', body: { entity, iccid: iccid() } }) },
  'PUT /sims': {
    rule: ADMIN,
    ask: async ({ sim }) => ({ path: '/sims', body: { simID: await sim(), label: 'Roof' } }),
  },
  'DELETE /sims': { rule: ADMIN, ask: async ({ sim }) => ({ path: '/sims', body: { simIDs: [await sim()] } }) },
  'POST /sims/import': {
    rule: ADMIN,
    ask: ({ entity, iccid }) => ({ path: '/sims/import', body: { entity, sims: [{ iccid: iccid() }] } }),
  },
  'POST /sims/import-csv': {
    rule: ADMIN,
    ask: ({ entity, iccid }) => ({ path: '/sims/import-csv', body: { entity, csv: `iccid\n${iccid()}\n` } }),
  },
  'POST /data/': aboutUnit(
    READ,
    () => '/data/',
    (dataID) => ({ dataID, subject: 'level' }),
  ),
  // Units out of reach are left out of the answer.
  'POST /data/latest': aboutUnit(
    ANYONE,
    () => '/data/latest',
    (dataID) => ({ dataIDs: [dataID] }),
  ),
  'POST /state': aboutUnit(
    ANYONE,
    () => '/state',
    (dataID) => ({ dataIDs: [dataID], at: '2026-03-01T00:00:00Z' }),
  ),
  'POST /state/steps': aboutUnit(
    ANYONE,
    () => '/state/steps',
    (dataID) => ({ dataIDs: [dataID], from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' }),
  ),
  'POST /comparisons': aboutUnit(
    READ,
    () => '/comparisons',
    (dataID) => ({
      series: [{ dataID, source: 'level', field: 'value' }],
      from: '2026-03-01T00:00:00Z',
      to: '2026-03-02T00:00:00Z',
      compareWith: 'previous',
    }),
  ),
  'POST /data/last-values': aboutUnit(
    ANYONE,
    () => '/data/last-values',
    (dataID) => ({ dataIDs: [dataID], subject: 'level', field: 'value' }),
  ),
  'POST /data/options': aboutUnit(
    ANYONE,
    () => '/data/options',
    (dataID) => ({ dataIDs: [dataID] }),
  ),
  'POST /data/current': aboutUnit(
    READ,
    () => '/data/current',
    (dataID) => ({ dataID, subject: 'level' }),
  ),
  'PUT /data/': aboutUnit(
    READ,
    () => '/data/',
    (dataID) => ({ dataID, subject: 'level' }),
  ),
  'GET /data/options/:id': aboutUnit(READ, (dataID) => `/data/options/${dataID}`),
  'GET /data/:dataID': aboutUnit(READ, (dataID) => `/data/${dataID}`),
  'GET /series/:dataID/:subject': aboutUnit(READ, (dataID) => `/series/${dataID}/level?from=0&to=2000000000000`),
  'GET /export/:dataID/:file': aboutUnit(READ, (dataID) => `/export/${dataID}/level.csv`),
  'GET /export/:dataID/:subject/xlsx': aboutUnit(READ, (dataID) => `/export/${dataID}/level/xlsx`),
  'GET /export/:dataID/:subject/parquet': aboutUnit(READ, (dataID) => `/export/${dataID}/level/parquet`),
  'POST /calculations': aboutUnit(
    READ,
    () => '/calculations',
    (dataID) => ({ dataID, ...draft }),
  ),
  'PUT /calculations': aboutUnit(
    { top: '---mm', below: 'm---m' },
    () => '/calculations',
    (dataID) => ({ dataID, ...draft }),
  ),
  'GET /calculations': aboutUnit(READ, (dataID) => `/calculations?dataID=${dataID}`),
  'DELETE /calculations': aboutUnit(
    { top: '---mm', below: 'm---m' },
    () => '/calculations',
    (dataID) => ({ dataID, name: 'sum' }),
  ),
  'POST /events': aboutUnit(
    READ,
    () => '/events',
    (dataID) => ({ dataID, name: 'high', comparison: 'level.value > 1', startDate: '2026-02-28' }),
  ),
  'GET /events': aboutUnit(READ, (dataID) => `/events?dataID=${dataID}`),
  'PUT /events': aboutUnit(
    { top: '---mm', below: 'm---m' },
    () => '/events',
    (dataID) => ({ dataID, name: 'high' }),
  ),
  'DELETE /events': aboutUnit(
    { top: '---mm', below: 'm---m' },
    () => '/events',
    (dataID) => ({ dataID, name: 'high' }),
  ),
  'PUT /events/tag': aboutUnit(
    { top: '---mm', below: 'm---m' },
    () => '/events/tag',
    (dataID) => ({ dataID, name: 'high', eventStartUTC: ['2026-02-28T00:00:00.000Z'], tag: 'seen' }),
  ),
  'GET /events/bands': aboutUnit(
    { top: '---mm', below: 'm---m' },
    (dataID) => `/events/bands?dataID=${dataID}&name=high&startDate=2026-01-01&endDate=2026-01-02`,
  ),
  'GET /events/gap': aboutUnit(READ, (dataID) => `/events/gap?dataID=${dataID}&source=level&field=level`),
  'GET /events/tags': aboutUnit(READ, (dataID) => `/events/tags?dataID=${dataID}&name=high`),
  'GET /events/summary': aboutUnit(
    { top: '---mm', below: 'm---m' },
    (dataID) => `/events/summary?dataID=${dataID}&name=high`,
  ),
  'GET /events/report': aboutUnit(
    { top: '---mm', below: 'm---m' },
    (dataID) => `/events/report?dataID=${dataID}&name=high`,
  ),
  'GET /actions/options': plain('/actions/options?version=1'),
  'GET /actions': aboutUnit(ADMIN, (dataID) => `/actions?dataID=${dataID}&actionClass=Unit&payload=Ping`),
  'POST /actions': aboutUnit(
    ADMIN,
    () => '/actions',
    (dataID) => ({ dataID, actionClass: 'Unit', payload: 'Reboot' }),
  ),
  'PUT /actions': aboutUnit(
    READ,
    () => '/actions',
    (dataID) => ({ dataID, actionClass: 'Xetasense', payload: { UpdateConfig: {} } }),
  ),
  'DELETE /actions': aboutUnit(
    ADMIN,
    () => '/actions',
    (dataID) => ({ dataID, actionClass: 'Unit', payload: 'Log' }),
  ),
  'GET /actions/requests': aboutUnit(ADMIN, (dataID) => `/actions/requests?dataID=${dataID}`),
  'GET /actions/requests/:action_id': {
    rule: READ,
    ask: async ({ request }) => ({ path: `/actions/requests/${await request()}` }),
  },
  'POST /actions/requests/:action_id/cancel': {
    rule: READ,
    ask: async ({ request }) => ({ path: `/actions/requests/${await request()}/cancel` }),
  },
  'GET /actions/configurations': aboutUnit(
    READ,
    (dataID) => `/actions/configurations?dataID=${dataID}&actionClass=Tdwlb`,
  ),
  'GET /actions/configurations/:version': {
    rule: READ,
    ask: async ({ configuration }) => ({ path: `/actions/configurations/${await configuration()}` }),
  },
  'POST /actions/batches': aboutUnit(
    ADMIN,
    () => '/actions/batches',
    (dataID) => ({ dataIDs: [dataID], actionClass: 'Unit', method: 'GET', payload: 'Ping' }),
  ),
  'GET /actions/batches': plain('/actions/batches', { top: 'ffyyy', below: 'ffyyy' }),
  'GET /actions/batches/:batchID': {
    rule: ADMIN,
    ask: async ({ batch }) => ({ path: `/actions/batches/${await batch()}` }),
  },
  'POST /actions/batches/:batchID/stop': {
    rule: ADMIN,
    ask: async ({ batch }) => ({ path: `/actions/batches/${await batch()}/stop` }),
  },
  'GET /alerts': aboutUnit(READ, (dataID) => `/alerts?dataID=${dataID}`),
  'GET /alerts/triggered': plain('/alerts/triggered'),
  'POST /alerts': {
    rule: READ,
    ask: async ({ unit, user }) => {
      const [dataID, owner] = [await unit(), await user()]
      // The token of an entity has to name an owner.
      return {
        path: '/alerts',
        body: { name: 'High', devices: [dataID], source: 'level', condition: above, owners: [owner] },
      }
    },
  },
  'PUT /alerts': aboutAlert(() => ({ path: '/alerts', body: { name: 'Higher' } })),
  'DELETE /alerts': aboutAlert(() => ({ path: '/alerts', body: {} })),
  // None of the callers owns it, and it is not shared.
  'POST /alerts/unsubscribe': {
    rule: { top: 'mmmmm', below: 'mmmmm' },
    ask: async ({ alert }) => ({ path: '/alerts/unsubscribe', body: { alertID: await alert() } }),
  },
  'GET /alerts/history': {
    rule: { top: 'mmymm', below: 'mmyym' },
    ask: async ({ alert }) => ({ path: `/alerts/history?alertID=${await alert()}` }),
  },
  'GET /alerts/bands': {
    rule: { top: 'mmymm', below: 'mmyym' },
    ask: async ({ alert, unit }) => {
      const dataID = await unit()
      const asked = `alertID=${await alert(dataID)}&dataID=${dataID}`
      return { path: `/alerts/bands?${asked}&startDate=2026-02-28&endDate=2026-03-01` }
    },
  },
  'GET /alerts/notifications': {
    rule: ADMIN,
    ask: ({ entity }) => ({ path: `/alerts/notifications?entity=${entity}` }),
  },
  'POST /alerts/acknowledge': aboutAlert(() => ({ path: '/alerts/acknowledge', body: {} })),
  'POST /alerts/snooze': aboutAlert(() => ({ path: '/alerts/snooze', body: { until: null } })),
  'POST /alerts/rehearsal': aboutUnit(
    READ,
    () => '/alerts/rehearsal',
    (dataID) => ({ devices: [dataID], source: 'level', condition: above }),
  ),
  'POST /alerts/recipients': {
    rule: READ,
    ask: async ({ entity, unit }) => ({
      path: '/alerts/recipients',
      body: { entity, devices: [await unit()], source: 'level', people: [] },
    }),
  },
  'POST /alerts/heirs': {
    rule: ADMIN,
    ask: async ({ user }) => ({ path: '/alerts/heirs', body: { userUID: [await user()] } }),
  },
  'GET /devices/silence': aboutUnit(READ, (dataID) => `/devices/silence?dataID=${dataID}`),
  'GET /devices/nearest': plain('/devices/nearest?lat=59.3&lon=18.1'),
  'GET /places': { rule: READ, ask: ({ entity }) => ({ path: `/places?entity=${entity}` }) },
  'POST /places': {
    rule: ADMIN,
    ask: ({ entity }) => ({ path: '/places', body: { entity, name: 'Depot', geometry: SOME_POINT } }),
  },
  'PUT /places': {
    rule: ADMIN,
    ask: async ({ keptPlace }) => ({ path: '/places', body: { placeID: await keptPlace(), name: 'Yard' } }),
  },
  'DELETE /places': {
    rule: ADMIN,
    ask: async ({ keptPlace }) => ({ path: '/places', body: { placeID: await keptPlace() } }),
  },
  'GET /labels': { rule: READ, ask: ({ entity }) => ({ path: `/labels?entity=${entity}` }) },
  'POST /labels': {
    rule: ADMIN,
    ask: ({ entity, fresh }) => ({ path: '/labels', body: { entity, name: fresh(), colour: 'red' } }),
  },
  'PUT /labels': {
    rule: ADMIN,
    ask: async ({ label }) => ({ path: '/labels', body: { labelID: await label(), colour: 'red' } }),
  },
  // The name that is typed once more is another one, so that nothing is deleted.
  'DELETE /devices/:dataID/sources': aboutUnit(
    { top: 'ff-mm', below: 'mf--m' },
    (dataID) => `/devices/${dataID}/sources`,
    () => ({ source: 'room', confirm: 'another' }),
  ),
  'DELETE /devices/:dataID': aboutUnit(
    { top: 'ff-mm', below: 'mf--m' },
    (dataID) => `/devices/${dataID}`,
    () => ({ confirm: 'another' }),
  ),
  'PUT /devices/:dataID/data-id': aboutUnit(
    { top: 'ffymm', below: 'mfyym' },
    (dataID) => `/devices/${dataID}/data-id`,
    (dataID) => ({ dataID: `${dataID}-b` }),
  ),
  // There is no such child, so that nothing moves.
  'POST /devices/:dataID/children': aboutUnit(
    { top: 'ff-mm', below: 'mf--m' },
    (dataID) => `/devices/${dataID}/children`,
    (dataID) => ({ source: 'none', dataID: `${dataID}-c`, friendlyName: 'Child' }),
  ),
  'DELETE /entities': {
    rule: { top: 'fffmm', below: 'ff-fm' },
    ask: ({ entity }) => ({ path: '/entities', body: { entityID: entity, confirm: 'another' } }),
  },
  'POST /consequences': {
    rule: ADMIN,
    ask: async ({ keptPlace }) => ({
      path: '/consequences',
      body: { change: { kind: 'place-deleted', placeIDs: [await keptPlace()] } },
    }),
  },
  'DELETE /labels': { rule: ADMIN, ask: async ({ label }) => ({ path: '/labels', body: { labelID: await label() } }) },
  'PUT /labels/units': {
    rule: ADMIN,
    ask: async ({ unit, label }) => ({
      path: '/labels/units',
      body: { dataIDs: [await unit()], add: [await label()] },
    }),
  },
  'GET /activity': {
    rule: { top: 'ffymm', below: 'ffyym' },
    ask: ({ entity }) => ({ path: `/activity?entity=${entity}` }),
  },
  'GET /activity/:activityID': { rule: { top: 'mmmmm', below: 'mmmmm' }, ask: () => ({ path: '/activity/999999999' }) },
  'GET /activity/export': {
    rule: { top: 'ffymm', below: 'ffyym' },
    ask: ({ entity }) => ({ path: `/activity/export?entity=${entity}` }),
  },
  'GET /alerts/maintenance': aboutUnit(READ, (dataID) => `/alerts/maintenance?dataID=${dataID}`),
  'POST /alerts/maintenance': aboutUnit(
    ADMIN,
    () => '/alerts/maintenance',
    (dataID) => ({ dataID, from: '2026-03-01T00:00:00Z', to: '2126-03-01T00:00:00Z' }),
  ),
  'DELETE /alerts/maintenance': aboutUnit(
    { top: 'ff-mm', below: 'ff--m' },
    () => '/alerts/maintenance',
    (dataID) => ({ dataID, maintenanceID: 1 }),
  ),
  'GET /stream/data/:dataID/:subject': aboutUnit(READ, (dataID) => `/stream/data/${dataID}/level`),
  'GET /stream/devices': aboutUnit(READ, (dataID) => `/stream/devices?dataID=${dataID}`),
  'GET /stream/live': aboutUnit(READ, (dataID) => `/stream/live?devices=${dataID}`),
}

/**
 * What viewers may ask only where the entity lets them edit dashboards, event tables and calculated sources. What else they may change is
 * not under that switch: names of units, their alerts and reports, themselves.
 */
export const EDITS: readonly string[] = [
  'PUT /templates/',
  'DELETE /templates/',
  'PUT /templates/:id/title',
  'POST /templates/:id/restore',
  'POST /calculations',
  'PUT /calculations',
  'DELETE /calculations',
  'POST /events',
  'PUT /events',
  'DELETE /events',
  'PUT /events/tag',
]

/** What anyone may ask without a token. Think twice before you add one. */
export const PUBLIC: readonly string[] = [
  'POST /auth/sign-in',
  'POST /auth/second-factor',
  'POST /auth/second-factor/set-up',
  'POST /auth/second-factor/set-up/confirm',
  'POST /auth/passkey/options',
  'POST /auth/passkey',
  'POST /auth/refresh',
  'POST /auth/sign-out',
  'POST /auth/password-reset',
  'POST /auth/password-reset/check',
  'POST /auth/password-reset/confirm',
  'POST /auth/email-change/confirm',
  'GET /auth/providers',
  'GET /.well-known/jwks.json',
  'GET /files/:file',
  'GET /map/places/:z/:x/:y',
  'GET /map/world/:z/:x/:y',
  'GET /alerts/unsubscription/:link',
  'POST /unsubscribe/:link',
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
]

/**
 * What no token of a program may ask, whatever it was made for: all other endpoints have scopes in the contract. Think twice
 * before you take one out.
 */
export const NOT_FOR_PROGRAMS: readonly string[] = [
  'PUT /me/entity-viewing',
  'POST /users',
  'PUT /users',
  'DELETE /users',
  'POST /consequences',
  'POST /unit-jobs/:jobID/undo',
  'DELETE /devices/:dataID/sources',
  'DELETE /devices/:dataID',
  'PUT /devices/:dataID/data-id',
  'POST /devices/:dataID/children',
  'DELETE /entities',
  'POST /users/invitation',
  'POST /users/request-verification',
  'POST /users/verify-code',
  'POST /users/cancel-verification',
  'DELETE /me/phone',
  'PUT /me/password',
  'POST /me/step-up',
  'GET /me/list-view',
  'PUT /me/list-view',
  'GET /me/sessions',
  'DELETE /me/sessions',
  'GET /me/second-factor',
  'POST /me/second-factor/totp',
  'POST /me/second-factor/totp/confirm',
  'DELETE /me/second-factor/totp',
  'POST /me/second-factor/recovery-codes',
  'POST /me/passkeys/options',
  'POST /me/passkeys',
  'PUT /me/passkeys',
  'DELETE /me/passkeys',
  'DELETE /users/second-factor',
  'GET /tokens',
  'POST /tokens',
  'DELETE /tokens',
  'POST /entities',
  'PUT /entities',
  'POST /files/:folder/:name',
  'POST /templates/trials',
  'POST /templates/trials/use',
  'POST /templates/:id/restore',
  'PUT /retention',
  'DELETE /sims',
  'POST /alerts/unsubscribe',
  'POST /alerts/acknowledge',
  'POST /alerts/snooze',
]
