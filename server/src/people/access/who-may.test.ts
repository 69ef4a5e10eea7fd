import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { createAlert } from '@fieldwatch/contract/alerts/alerts'
import { API_BASE, type AnyEndpoint } from '@fieldwatch/contract/api/endpoint'
import { ENDPOINTS } from '#endpoints.ts'
import { createEvent } from '@fieldwatch/contract/events/events'
import type { DataId, EntityId, TemplateId } from '@fieldwatch/contract/api/ids'
import {
  EDITS_OF_EXTENSIONS,
  NOT_FOR_PROGRAMS_OF_EXTENSIONS,
  PROGRAM_REQUESTS,
  PUBLIC_OF_EXTENSIONS,
  ROWS_OF_EXTENSIONS,
} from '#testing/access-of-extensions.ts'
import { PROGRAM_SCOPES, type ProgramScope } from '@fieldwatch/contract/api/program-scopes'
import { createProgramToken, revokeProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { createSim } from '@fieldwatch/contract/units/sims'
import { updateUsers } from '@fieldwatch/contract/people/users'
import { createLabel } from '@fieldwatch/contract/units/labels'
import type { PlaceGeometry } from '@fieldwatch/contract/places/place-geometry'
import { createPlace } from '@fieldwatch/contract/places/places'
import { tryTemplate } from '@fieldwatch/contract/templates/template-trials'
import { createTemplateStore } from '#fleet/templates/template-store.ts'
import { createBatchStore } from '#features/requests/batch-store.ts'
import { createConfigurationStore } from '#features/requests/configuration-store.ts'
import { createRequestStore } from '#features/requests/request-store.ts'
import {
  CALLERS,
  EDITS as CORE_EDITS,
  NOT_FOR_PROGRAMS as CORE_NOT_FOR_PROGRAMS,
  type Place,
  PUBLIC,
  type Request,
  ROWS as CORE_ROWS,
} from '#testing/access-rows.ts'
import { buildEntity, buildUser } from '#testing/build-users.ts'
import { buildPicture } from '#testing/build-picture.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { createUnitTemplateStore } from '#fleet/templates/unit-template-store.ts'

const ROWS = { ...CORE_ROWS, ...ROWS_OF_EXTENSIONS }
const EDITS = [...CORE_EDITS, ...EDITS_OF_EXTENSIONS]
const NOT_FOR_PROGRAMS = [...CORE_NOT_FOR_PROGRAMS, ...NOT_FOR_PROGRAMS_OF_EXTENSIONS]

const database = await createTestDatabase()
const test = await createTestApp({ database })
const { app, call, clock, db, signInAs } = test
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as { port: number }
const url = `http://127.0.0.1:${port}`

const top = await buildEntity(db)
const below = await buildEntity(db, { parentId: top })
const expired = await signInAs({ role: 'admin', entity: top })
clock.advance(16 * 60_000)
const admin = await signInAs({ role: 'admin', entity: top })
const callers: readonly SignedInUser[] = [
  await signInAs({ entity: top }),
  await signInAs({ entity: top, permissions: ['viewSubentities'] }),
  admin,
  await signInAs({ role: 'admin', entity: below }),
  await signInAs({ role: 'admin' }),
]
const revoked = await makeToken(admin, PROGRAM_SCOPES)
await call(revokeProgramToken, { as: admin, body: { tokenID: revoked.tokenID } })
const disabled = await signInAs({ role: 'admin', entity: top })
await call(updateUsers, { as: admin, body: { userUID: disabled.userId, status: 'disabled' } })
const places = { top: await placeOf(top), below: await placeOf(below) }

/** A token of a user, or of an entity with the rights of an admin. */
async function makeToken(as: SignedInUser, scopes: readonly ProgramScope[], entity?: EntityId) {
  const owner = entity === undefined ? {} : { entity, role: 'admin' as const }
  const body = { name: scopes.join(' ').slice(0, 60), scopes: [...scopes], days: 30, ...owner }
  const { token, secret } = (await call(createProgramToken, { as, body })).body.details
  return { tokenID: token.tokenID, bearer: `Bearer ${secret}` }
}

async function placeOf(entity: EntityId): Promise<Place> {
  const fresh = (): string => `a-${randomUUID()}`
  const iccid = (): string => `8944${BigInt(`0x${randomUUID().slice(0, 13).replaceAll('-', '')}`)}`.padEnd(19, '0')
  return {
    entity,
    fresh,
    iccid,
    admin,
    test,
    picture: await buildPicture(),
    unit: async () => {
      const unit = await buildUnit(db, { entity })
      await sendRecords(app, unit, 'level', { value: 1.5 })
      return unit.dataId
    },
    user: async ({ invited } = { invited: false }) => {
      return (await buildUser(db, { entityId: entity, ...(invited ? { passwordHash: null } : {}) })).id
    },
    template: () => addTemplate(entity, {}),
    unitWithCopy: async () => {
      const { dataId } = await buildUnit(db, { entity, defaultTemplate: await addTemplate(entity, {}) })
      const copy = await addTemplate(entity, { dataId })
      await createUnitTemplateStore(db).setCustomTemplate(dataId, copy)
      return dataId
    },
    unitWithTemplate: () => addUnitWithTemplate(entity),
    unitWithTrial: async () => {
      const dataID = await addUnitWithTemplate(entity)
      assert.equal((await call(tryTemplate, { as: admin, body: { dataID } })).status, 200)
      return dataID
    },
    request: async () => String((await addRequest(entity)).id),
    batch: async () => {
      const { dataId } = await buildUnit(db, { entity })
      const asked = { actionClass: 'Unit', method: 'GET', payload: 'Ping' } as const
      const about = {
        expiresInSeconds: 60,
        stopAfter: 1,
        by: admin.userId,
        tokenId: undefined,
        address: '127.0.0.1',
        now: clock(),
      }
      return String(await createBatchStore(db).create({ ...asked, ...about, dataIds: [dataId] }))
    },
    configuration: async () => {
      const { id, dataId } = await addRequest(entity)
      const version = { version: id, at: 0, configuration: {} }
      await createConfigurationStore(db).add({ dataId, actionClass: 'Tdwlb' }, version)
      return String(id)
    },
    unitWithEvents: () => addUnitWithEvents(entity),
    label: async () => {
      const body = { entity, name: randomUUID(), colour: 'blue' } as const
      return (await call(createLabel, { as: admin, body })).body.details.labelID
    },
    alert: async (dataID) => {
      const keeper = await signInAs({ entity })
      const unit = await buildUnit(db, { entity })
      await sendRecords(app, unit, 'level', { value: 1.5 })
      const condition = { field: 'value', operator: 'greater than', constant: 1 } as const
      const body = { name: 'High', devices: [dataID ?? unit.dataId], source: 'level', condition }
      return (await call(createAlert, { as: keeper, body })).body.details.alertID
    },
    keptPlace: async () => {
      const geometry = { type: 'Point', coordinates: [18.1, 59.3] } satisfies PlaceGeometry
      return (await call(createPlace, { as: admin, body: { entity, name: 'Depot', geometry } })).body.details.placeID
    },
    token: async () => {
      await db.deleteFrom('programToken').where('entityId', '=', entity).where('name', '=', 'Script').execute()
      const body = { name: 'Script', scopes: ['read' as const], days: 30, entity, role: 'viewer' as const }
      return (await call(createProgramToken, { as: admin, body })).body.details.token.tokenID
    },
    sim: async () => (await call(createSim, { as: admin, body: { entity, iccid: iccid() } })).body.details.simID,
  }
}

async function addUnitWithEvents(entity: EntityId): Promise<DataId> {
  const unit = await buildUnit(db, { entity })
  await sendRecords(app, unit, 'level', { value: 1.5 })
  const body = { dataID: unit.dataId, name: 'high', comparison: 'level.value > 1', startDate: '2026-01-01' }
  assert.equal((await call(createEvent, { as: admin, body })).status, 200)
  return unit.dataId
}

async function addUnitWithTemplate(entity: EntityId): Promise<DataId> {
  return (await buildUnit(db, { entity, defaultTemplate: await addTemplate(entity, {}) })).dataId
}

async function addRequest(entity: EntityId): Promise<{ id: number; dataId: DataId }> {
  const { dataId } = await buildUnit(db, { entity })
  const asked = { dataId, actionClass: 'Tdwlb', method: 'GET', action: 'Read', payload: 'ListConfigInfo' } as const
  const times = { now: clock(), expiresAt: clock() + 1000_000 }
  const request = { ...asked, ...times, by: admin.userId, tokenId: undefined, batchId: undefined }
  const { id } = await createRequestStore(db).create(request)
  return { id, dataId }
}

async function addTemplate(entityId: EntityId, of: { dataId?: DataId }): Promise<TemplateId> {
  const id = `a-${randomUUID()}` as TemplateId
  await createTemplateStore(db).create({ id, entityId, definition: { title: 'Tank' }, ...of })
  return id
}

type Method = AnyEndpoint['method']

async function ask(method: Method, request: Request, bearer: string | undefined) {
  const headers = bearer === undefined ? {} : { authorization: bearer }
  return request.path.startsWith('/stream/') ? begin(request.path, headers) : inject(method, request, headers)
}

/** Reads no more than how a stream is answered: it has no end. */
async function begin(path: string, headers: Record<string, string>) {
  const response = await fetch(`${url}${API_BASE}${path}`, { headers })
  const code = response.ok ? undefined : ((await response.json()) as { code: string }).code
  if (response.ok) await response.body?.cancel()
  return { status: response.status, code }
}

async function inject(method: Method, { path, body, form }: Request, headers: Record<string, string>) {
  const { pathname, search } = new URL(`${url}${API_BASE}${path}`)
  const written = form === undefined ? undefined : new Response(formOf(form))
  const payload = written === undefined ? body : Buffer.from(await written.arrayBuffer())
  const response = await app.inject({
    method,
    url: `${pathname}${search}`,
    headers: { ...headers, ...Object.fromEntries(written?.headers ?? []) },
    ...(payload === undefined ? {} : { payload }),
  })
  const code = response.statusCode < 300 ? undefined : response.json<{ code: string }>().code
  return { status: response.statusCode, code }
}

function formOf(parts: NonNullable<Request['form']>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(parts)) data.append(name, value)
  return data
}

const LETTERS: Readonly<Record<number, string>> = { 200: 'y', 204: 'y', 403: 'f', 404: 'm' }

/** The letter of an answer, or what it is that has none. */
function letterOf({ status, code }: { status: number; code: string | undefined }, expected: string): string {
  if (code === 'request/not-found') return 'no such address'
  if (expected === '-' && status !== 401 && status !== 403) return '-'
  return LETTERS[status] ?? `${status} ${code}`
}

const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path.replace(API_BASE, '')}`
const METHODS = new Map(ENDPOINTS.map((one) => [nameOf(one), one.method]))
const methodOf = (name: string): Method => METHODS.get(name) ?? 'GET'
const namesWith = (access: string): string[] => ENDPOINTS.filter((one) => one.access === access).map(nameOf)

describe('who may do what', () => {
  it('is defined for every endpoint', () => {
    assert.deepEqual(Object.keys(ROWS).toSorted(), namesWith('session').toSorted())
    assert.deepEqual([...PUBLIC, ...PUBLIC_OF_EXTENSIONS].toSorted(), namesWith('public').toSorted())
  })

  for (const [name, { rule, ask: write }] of Object.entries(ROWS)) {
    const method = methodOf(name)

    // spec 2-6-13, 2-7-01
    it(`${name} is closed without a token, with an expired or revoked one, and to a disabled user`, async () => {
      const request = await write(places.top)

      const answers = []
      for (const bearer of [undefined, expired.bearer, revoked.bearer, disabled.bearer])
        answers.push(await ask(method, request, bearer))

      assert.deepEqual(answers, [
        { status: 401, code: 'auth/missing-token' },
        { status: 401, code: 'auth/expired-token' },
        { status: 401, code: 'auth/program-token-invalid' },
        { status: 401, code: 'auth/session-ended' },
      ])
    })

    for (const where of ['top', 'below'] as const) {
      // spec 1-6-12, 2-6-14
      it(`${name} about ${where} answers each as the rules say`, async () => {
        const expected = CALLERS.map((caller, index) => ({ caller, index, letter: rule[where][index] ?? '' }))
        const mayNot = expected.filter(({ letter }) => letter === 'f' || letter === 'm')
        const others = expected.filter((one) => !mayNot.includes(one))
        const letters: Record<string, string> = {}
        let request: Request | undefined
        // Those come first who change nothing, so that they can ask about the same thing.
        for (const { caller, index, letter } of [...mayNot, ...others]) {
          request ??= await write(places[where])
          letters[caller] = letterOf(await ask(method, request, callers[index]?.bearer), letter)
          if (method !== 'GET' && others.some((one) => one.caller === caller)) request = undefined
        }

        assert.deepEqual(letters, Object.fromEntries(expected.map(({ caller, letter }) => [caller, letter])))
      })
    }
  }

  for (const endpoint of ENDPOINTS.filter((one) => one.access === 'unit')) {
    it(`${nameOf(endpoint)} is closed to all people`, async () => {
      const dataID = await places.top.unit()
      // Addresses of other products are not below our base.
      const below = endpoint.path.startsWith(API_BASE) ? endpoint.path.slice(API_BASE.length) : `/../..${endpoint.path}`
      const path = below.replace(':dataID', dataID).replace(':source', 'level')

      assert.deepEqual(await ask('POST', { path, body: { value: 1 } }, admin.bearer), {
        status: 401,
        code: 'unit/invalid-token',
      })
    })
  }
})

describe('what a token of a program may do', async () => {
  const owner = await signInAs({ role: 'admin', entity: top })
  /** For each scope the secrets of two tokens: one that has no other scope, and one that has all others. */
  const secretsOf = async (entity?: EntityId) => {
    const made = new Map<ProgramScope | undefined, { readonly alone: string; readonly others: string }>()
    for (const scope of PROGRAM_SCOPES) {
      const others = PROGRAM_SCOPES.filter((one) => one !== scope)
      const [alone, without] = [await makeToken(owner, [scope], entity), await makeToken(owner, others, entity)]
      made.set(scope, { alone: alone.bearer, others: without.bearer })
    }
    const all = (await makeToken(owner, PROGRAM_SCOPES, entity)).bearer
    return made.set(undefined, { alone: all, others: all })
  }
  const tokens = { 'a user': await secretsOf(), 'an entity': await secretsOf(top) }
  const readable: Request = { path: '/../../metrics' }
  const requests: Record<string, () => Request | Promise<Request>> = {
    ...Object.fromEntries(Object.entries(ROWS).map(([name, row]) => [name, () => row.ask(places.top)])),
    'GET /metrics': () => readable,
    'POST /ingest/:dataID/:source': async () => ({
      path: `/ingest/${await places.top.unit()}/level`,
      body: { value: 1 },
    }),
    'POST /ingest/:dataID': async () => ({ path: `/ingest/${await places.top.unit()}`, body: { level: { value: 1 } } }),
    ...Object.fromEntries(
      Object.entries(PROGRAM_REQUESTS).map(([name, write]) => [
        name,
        async () => write((await places.top.unit()) as DataId),
      ]),
    ),
    'GET /ingest/:dataID/actions': async () => ({ path: `/ingest/${await places.top.unit()}/actions?wait=0` }),
  }

  it('is defined for every endpoint', () => {
    const closed = ENDPOINTS.filter((one) => one.access === 'session' && one.scope === undefined).map(nameOf)
    assert.deepEqual(closed.toSorted(), NOT_FOR_PROGRAMS.toSorted())
    const asked = ENDPOINTS.filter((one) => one.access === 'session' || one.scope !== undefined).map(nameOf)
    assert.deepEqual(Object.keys(requests).toSorted(), asked.toSorted())
  })

  for (const endpoint of ENDPOINTS) {
    const name = nameOf(endpoint)
    const write = requests[name]
    if (write === undefined) continue

    for (const [kind, secrets] of Object.entries(tokens)) {
      it(`${name} is ${endpoint.scope === undefined ? 'for none' : `for ${endpoint.scope} and for nothing else`} of ${kind}`, async () => {
        const request = await write()
        const { alone, others } = secrets.get(endpoint.scope) ?? assert.fail()

        const refused = await ask(endpoint.method, request, others)
        assert.equal(
          refused.code ?? 'let in',
          endpoint.scope === undefined ? 'access/not-for-programs' : 'access/scope-missing',
        )
        if (endpoint.scope === undefined) return
        const expected = expectedOf(name)
        assert.equal(letterOf(await ask(endpoint.method, request, alone), expected), expected)
      })
    }
  }
})

describe('an entity that lets only admins edit', async () => {
  const closed = await buildEntity(db, { viewersMayEdit: false })
  const [viewer, itsAdmin] = [await signInAs({ entity: closed }), await signInAs({ role: 'admin', entity: closed })]
  const place = await placeOf(closed)
  const ofViewers = Object.entries(ROWS).filter(
    ([name, { rule }]) => !name.startsWith('GET ') && 'y-'.includes(rule.top[0] ?? ''),
  )
  const refusal = { status: 403, code: 'access/only-admins-edit' }
  const askAs = async (bearer: string, [name, row]: (typeof ofViewers)[number]) =>
    ask(methodOf(name), await row.ask(place), bearer)

  it('refuses viewers what changes dashboards, event tables and calculated sources, and nothing else', async () => {
    const refused = []
    for (const row of ofViewers) if ((await askAs(viewer.bearer, row)).code === refusal.code) refused.push(row[0])

    assert.deepEqual(refused.toSorted(), EDITS.toSorted())
  })

  it('refuses nothing of it to admins', async () => {
    for (const row of ofViewers.filter(([name]) => EDITS.includes(name))) {
      assert.notEqual((await askAs(itsAdmin.bearer, row)).status, 403, row[0])
    }
  })

  it('refuses it to programs with the token of a viewer, or one of the entity with the rights of viewers', async () => {
    const scoped = ENDPOINTS.filter(({ scope }) => scope !== undefined).map(nameOf)
    const rows = ofViewers.filter(([name]) => EDITS.includes(name) && scoped.includes(name))
    const scopes = ['manage-units', 'manage-templates'] as const
    const own = await makeToken(viewer, scopes)
    const body = {
      name: 'Viewer',
      scopes: [...scopes],
      days: 30,
      entity: closed,
      role: 'viewer' as const,
    }
    const { secret } = (await call(createProgramToken, { as: itsAdmin, body })).body.details

    assert.equal(rows.length, 10)
    for (const bearer of [own.bearer, `Bearer ${secret}`])
      for (const row of rows) assert.deepEqual(await askAs(bearer, row), refusal, row[0])
  })
})

describe('the audit log', () => {
  it('has the address of the caller for each change of the tests above', async () => {
    const changes = db
      .selectFrom('auditLog')
      .where((eb) => eb.or([eb('userId', 'is not', null), eb('tokenName', 'is not', null)]))
    const { all } = await changes.select((eb) => eb.fn.countAll<number>().as('all')).executeTakeFirstOrThrow()

    const without = await changes.select('action').distinct().where('address', '=', '').execute()

    assert.ok(all > 100)
    assert.deepEqual(without, [])
  })
})

/** The letter of an admin of `top`, which the owners of the tokens are. */
function expectedOf(name: string): string {
  return ROWS[name]?.rule.top[CALLERS.indexOf('admin of top')] ?? 'y'
}
