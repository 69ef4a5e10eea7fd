import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createAlert } from '@fieldwatch/contract/alerts/alerts'
import type { EntityId, ProgramTokenId } from '@fieldwatch/contract/api/ids'
import { createEvent } from '@fieldwatch/contract/events/events'
import { createProgramToken, revokeProgramToken } from '@fieldwatch/contract/people/program-tokens'
import pg from 'pg'
import { systemRandom } from '#platform/random/random.ts'
import { buildCertificate } from '#testing/build-certificate.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { buildEntity } from '#testing/build-users.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { startSql } from './start-sql.ts'

// Logins are of a whole PostgreSQL, so that this one is of this file alone.
const database = await createTestDatabase({ ofOwnPostgres: true })
const { app, clock, call, db, features, metrics, signInAs } = await createTestApp({ database })
const stack = new AsyncDisposableStack()
database.defer(() => stack.disposeAsync())
const MOST_ROWS = 5_000
const parts = {
  database,
  reader: features.reader,
  clock,
  random: systemRandom,
  metrics,
  log: silentLog,
  tls: () => undefined,
  requiresTls: false,
}
const limits = { mostRows: MOST_ROWS, statementSeconds: 2 }
const port = await startSql({ ...parts, server: 'one', limits }, { host: '127.0.0.1', port: 0 }, stack)

const certificates = [await buildCertificate({ commonName: 'one' }), await buildCertificate({ commonName: 'two' })]
let [served] = certificates
/** Another server beside it, with a certificate and the standard limits. */
const secured = await startSql(
  { ...parts, server: 'two', tls: () => served, requiresTls: true },
  { host: '127.0.0.1', port: 0 },
  stack,
)

const water = await buildEntity(db, { name: 'Water' })
const below = await buildEntity(db, { name: 'Water North', parent_id: water })
const farm = await buildEntity(db, { name: 'Farm' })
const [ada, eve] = [await signInAs({ role: 'admin', entity: water }), await signInAs({ role: 'admin', entity: farm })]
const pump = await buildUnit(db, { entity: water, friendly_name: 'Pump' })
const north = await buildUnit(db, { entity: below, friendly_name: 'North' })
const barn = await buildUnit(db, { entity: farm, friendly_name: 'Barn of the farm' })
const START = Date.parse('2026-02-01T00:00:00.000Z')
const at = (second: number): string => new Date(START + second * 1000).toISOString()
await sendRecords(app, pump, 'tank', [
  { messageUTC: at(0), level: 1.5, state: 'ok' },
  { messageUTC: at(60), level: 2.5, state: 'ok', open: true },
  { messageUTC: at(120), level: 0.5 },
])
await sendRecords(app, north, 'tank', { messageUTC: at(0), level: 7 })
await sendRecords(app, barn, 'herd', { messageUTC: at(0), secret_of_farm: 42 })

async function tokenFor(as: SignedInUser, entity?: EntityId): Promise<{ id: ProgramTokenId; secret: string }> {
  const owner = entity === undefined ? {} : { entity, role: 'viewer' as const }
  const body = { name: 'Analysis', scopes: ['read' as const], days: 30, ...owner }
  const { status, body: answer, failure } = await call(createProgramToken, { as, body })
  assert.equal(status, 200, failure.message)
  return { id: answer.details.token.tokenID, secret: answer.details.secret }
}

const clients = new Set<pg.Client>()
after(() => Promise.all([...clients].map((client) => client.end().catch(() => undefined))))

async function signIn(password: string, settings: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'ada', database: 'fieldwatch', password, ...settings })
  client.on('error', () => undefined)
  await client.connect()
  clients.add(client)
  return client
}

const water1 = await tokenFor(ada)
const farm1 = await tokenFor(eve, farm)
const analyst = await signIn(water1.secret)
const stranger = await signIn(farm1.secret)

describe('an analyst with SQL', () => {
  it('reads entities, units and sources within reach', async () => {
    const entities = await analyst.query('select name from entities order by name')
    assert.deepEqual(entities.rows, [{ name: 'Water' }, { name: 'Water North' }])
    const units = await analyst.query('select data_id, name, active, entities ? $1 as here from units order by name', [
      water,
    ])
    assert.deepEqual(units.rows, [
      { data_id: north.dataId, name: 'North', active: true, here: false },
      { data_id: pump.dataId, name: 'Pump', active: true, here: true },
    ])
    const sources = await analyst.query('select field, type from sources where data_id = $1 order by field', [
      pump.dataId,
    ])
    assert.deepEqual(sources.rows, [
      { field: 'level', type: 'float' },
      { field: 'open', type: 'bool' },
      { field: 'state', type: 'string' },
    ])
  })

  it('reads the records of a source as rows, and the numbers of a field', async () => {
    const { rows } = await analyst.query(`select "time", fields from records($1, 'tank', $2, $3)`, [
      pump.dataId,
      at(0),
      at(120),
    ])
    assert.deepEqual(rows, [
      { time: new Date(at(0)), fields: { level: 1.5, state: 'ok' } },
      { time: new Date(at(60)), fields: { level: 2.5, state: 'ok', open: true } },
    ])
    const numbers = await analyst.query(
      `select units.name, avg(value) from units, lateral numbers(data_id, 'tank', 'level') group by 1 order by 1`,
    )
    assert.deepEqual(numbers.rows, [
      { name: 'North', avg: 7 },
      { name: 'Pump', avg: 1.5 },
    ])
  })

  it('reads records that were compacted, late and replaced like any other', async () => {
    await sendRecords(
      app,
      pump,
      'many',
      Array.from({ length: 4_000 }, (_, index) => ({ messageUTC: at(index), n: index })),
    )
    await sendRecords(app, pump, 'many', [
      { messageUTC: at(-1), n: -1 },
      { messageUTC: at(5), n: 500_000 },
    ])
    const { rows } = await analyst.query(`select count(*)::int, sum(value) from numbers($1, 'many', 'n')`, [
      pump.dataId,
    ])
    assert.deepEqual(rows, [{ count: 4_001, sum: (3_999 * 4_000) / 2 - 1 - 5 + 500_000 }])
  })

  it('reads occurrences and alerts', async () => {
    const body = {
      dataID: pump.dataId,
      name: 'Full',
      comparison: 'tank.level > 2',
      startDate: at(0),
      values: [{ source: 'tank', field: 'level' }],
    }
    assert.equal((await call(createEvent, { as: ada, body })).status, 200)
    await features.events.run()
    const { rows } = await analyst.query(
      `select event_table, start, "end", duration::text, columns ->> 'level' as level from occurrences`,
    )
    assert.deepEqual(rows, [
      { event_table: 'Full', start: new Date(at(60)), end: new Date(at(120)), duration: '00:01:00', level: null },
    ])

    const condition = { field: 'level', operator: 'greater than' as const, constant: 2 }
    const alert = { name: 'High', devices: [pump.dataId], entity: water, source: 'tank', condition }
    assert.equal((await call(createAlert, { as: ada, body: alert })).status, 200)
    const alerts = await analyst.query('select name, data_id, status from alerts')
    assert.deepEqual(alerts.rows, [{ name: 'High', data_id: pump.dataId, status: 'ok' }])
  })

  it('reads sources of the history of requests as an admin only', async () => {
    const result = { action_id: 'a1', actionClass: 'Unit', action: 'Ping', status: 'OK', payload: '' }
    await sendRecords(app, pump, 'action_result', { messageUTC: at(0), ...result })
    const viewer = await signIn((await tokenFor(ada, water)).secret)
    const listed = `select count(*)::int from sources where source = 'action_result'`
    const read = `select count(*)::int from records('${pump.dataId}', 'action_result')`

    assert.deepEqual((await viewer.query(listed)).rows, [{ count: 0 }])
    await assert.rejects(viewer.query(read), /admin|permission|allowed/i)
    assert.ok((await analyst.query(listed)).rows[0].count > 0)
    assert.deepEqual((await analyst.query(read)).rows, [{ count: 1 }])
  })

  it('gets the sentence of the portal where something is not there, or too much', async () => {
    await assert.rejects(analyst.query(`select * from records('nothing', 'tank')`), /Unit not found|not found/i)
    await assert.rejects(
      analyst.query(`select * from records($1, 'nothing')`, [pump.dataId]),
      /could not be found|not found/i,
    )
    await assert.rejects(analyst.query(`select * from records($1, 'herd')`, [barn.dataId]), /not found/i)
    await sendRecords(
      app,
      pump,
      'more',
      Array.from({ length: MOST_ROWS + 1 }, (_, index) => ({ messageUTC: at(index), n: index })),
    )
    await assert.rejects(analyst.query(`select * from records($1, 'more')`, [pump.dataId]), /at most 5,000 rows/)
    const { rows } = await analyst.query('select 1 as still')
    assert.deepEqual(rows, [{ still: 1 }])
  })

  it('has statements cancelled that take too long, whatever it sets', async () => {
    await analyst.query('set statement_timeout = 0')
    await assert.rejects(analyst.query('select count(*) from generate_series(1, 1e12)'), /cancel/i)
  })

  it('is signed out once the token is revoked', async () => {
    const token = await tokenFor(ada)
    const client = await signIn(token.secret)
    const ended = new Promise<void>((resolve) => client.once('end', resolve))

    await call(revokeProgramToken, { as: ada, body: { tokenID: token.id } })

    await assert.rejects(client.query('select * from units'), /token|terminated/i)
    await ended
    await assert.rejects(signIn(token.secret), /token/i)
  })

  for (const [what, password] of [
    ['an empty password', ''],
    ['a wrong token', `fwp_${'x'.repeat(43)}`],
    ['the password of a person', 'not a token'],
  ] as const) {
    it(`does not sign in with ${what}`, async () => {
      await assert.rejects(signIn(password), /token|password/i)
    })
  }

  it('does not sign in with a token that may not read', async () => {
    const body = { name: 'Sends', scopes: ['send-for-units' as const], days: 30 }
    const { secret } = (await call(createProgramToken, { as: ada, body })).body.details
    await assert.rejects(signIn(secret), /read/)
  })

  it('has a few connections for each token', async () => {
    const token = await tokenFor(ada)
    const open = await Promise.all(Array.from({ length: 5 }, () => signIn(token.secret)))
    await assert.rejects(signIn(token.secret), /5 connections/)
    await Promise.all(open.map((client) => client.end()))
  })
})

/** Whether PostgreSQL works on a statement of an analyst that has these words. */
async function isRunning(words: string): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    `select from pg_stat_activity where state = 'active' and usename like 'fieldwatch_%' and strpos(query, $1) > 0`,
    [words],
  )
  return rowCount === 1
}

/** What someone could try to see or change more. `%` stands for the dataID of another entity's unit. */
const ATTEMPTS = [
  'select * from units',
  'select * from sources',
  'select * from entities',
  'select * from alerts',
  'select * from occurrences',
  `select * from records('%', 'tank')`,
  `select * from numbers('%', 'tank', 'level')`,
  `select * from read_occurrences('%')`,
  'select * from public.unit',
  'select * from private.server',
  'select * from private.password_key',
  'select private.address()',
  `select private.request('{}')`,
  `select private.ensure_login('00000000-0000-0000-0000-000000000000')`,
  `select private.remove_logins('{}')`,
  `select * from private.dblink('dbname=postgres', 'select 1') as t (a int)`,
  `select * from dblink('dbname=postgres', 'select 1') as t (a int)`,
  'set role postgres',
  'set session authorization postgres',
  'set role fieldwatch_analyst; select * from private.server',
  'reset session authorization; select * from private.server',
  `set search_path = private; select * from server`,
  'create table public.units_copy (a int)',
  'create temporary table units (data_id text)',
  'create function public.now() returns text language sql as $$ select 1::text $$',
  `create or replace view public.units as select 'mine'`,
  'drop view public.units',
  'alter role fieldwatch_analyst superuser',
  'create role mine superuser login',
  `copy (select 1) to program 'id'`,
  `copy units to '/tmp/units'`,
  `select pg_read_file('/etc/passwd')`,
  `select lo_from_bytea(0, 'x')`,
  'select * from pg_stat_activity',
  'select * from pg_authid',
  'select pg_terminate_backend(pid) from pg_locks',
  `select query_to_xml('select * from private.server', true, true, '')`,
  `do $$ begin execute 'select * from private.server'; end $$`,
  `explain analyze select * from private.server`,
  'create extension postgres_fdw',
  `create server other foreign data wrapper postgres_fdw`,
  'vacuum private.server',
  'alter system set work_mem = 1',
] as const

describe('SQL of another entity', () => {
  for (const attempt of ATTEMPTS) {
    it(`sees nothing by ${attempt}`, async () => {
      // Some of it ends its own connection.
      const client = await signIn(farm1.secret)
      const seen = await client
        .query(attempt.replace('%', pump.dataId))
        .then((result) => JSON.stringify([result].flat().map(({ rows }) => rows)))
        .catch((error: unknown) => String(error))

      await client.end().catch(() => undefined)
      for (const other of [pump.dataId, north.dataId, 'Pump', 'Water', 'tank.level', water, below])
        assert.ok(!seen.replace(attempt.replace('%', pump.dataId), '').includes(other), seen)
    })
  }

  it('changed nothing that others see', async () => {
    const { rows } = await analyst.query('select count(*)::int from units')
    assert.deepEqual(rows, [{ count: 2 }])
    const own = await stranger.query('select data_id from units')
    assert.deepEqual(own.rows, [{ data_id: barn.dataId }])
  })

  it('cannot reach the database of the portal', async () => {
    const { rows } = await stranger.query('select current_database() as name, session_user as login')
    assert.match(rows[0].name, /_sql$/)
    assert.match(rows[0].login, /^fieldwatch_[0-9a-f]{32}_[0-9a-f]{8}$/)
    const other = await signIn(farm1.secret, { database: 'postgres', user: 'postgres' })
    const { rows: same } = await other.query('select current_database() as name, session_user as login')
    assert.deepEqual(same, rows)
    await other.end()
  })
})

describe('the logins of PostgreSQL', () => {
  const listLogins = async (): Promise<string[]> => {
    const { rows } = await database.pool.query<{ rolname: string }>(
      `select rolname from pg_roles where rolname ~ '^fieldwatch_[0-9a-f]{32}_' order by 1`,
    )
    return rows.map(({ rolname }) => rolname)
  }

  it('go with their tokens when the port is opened again, and those of another portal stay', async () => {
    const token = await tokenFor(ada)
    await (await signIn(token.secret)).end()
    const login = (await listLogins()).find((name) => name.includes(token.id.replaceAll('-', '')))
    assert.ok(login)
    const other = `fieldwatch_${'0'.repeat(32)}_00000000`
    await database.pool.query(`create role ${other} login`)
    await call(revokeProgramToken, { as: ada, body: { tokenID: token.id } })

    const again = await startSql({ ...parts, server: 'three' }, { host: '127.0.0.1', port: 0 }, stack)
    await (await signIn(water1.secret, { port: again })).end()

    const logins = await listLogins()
    assert.ok(!logins.includes(login) && logins.includes(other), String(logins))
    await database.pool.query(`drop role ${other}`)
  })
})

describe('the port of SQL', () => {
  it('encrypts connections with the certificate that is served, and has none without beside it', async () => {
    for (const certificate of certificates) {
      served = certificate
      const client = await signIn(water1.secret, { port: secured, ssl: { ca: certificate.cert } })
      assert.deepEqual((await client.query('select count(*)::int from units')).rows, [{ count: 2 }])
      await client.end()
    }
    await assert.rejects(signIn(water1.secret, { ssl: true }), /does not support SSL/)
  })

  it('cancels a statement for the client that began it', async () => {
    const client = await signIn(water1.secret, { port: secured })
    const query = new pg.Query('select count(*) from generate_series(1, 1e12)')
    const failed = new Promise((resolve) => query.once('error', resolve))
    client.query(query)
    while (!(await isRunning('generate_series(1, 1e12)'))) await setImmediate()
    const canceller = new pg.Client({ host: '127.0.0.1', port: secured }) as pg.Client & {
      cancel: (client: pg.Client, query: pg.Query) => void
    }
    canceller.cancel(client, query)
    assert.match(String(await failed), /cancel/)
    assert.deepEqual((await client.query('select 1 as still')).rows, [{ still: 1 }])
  })

  for (const [what, bytes] of [
    ['nothing of the protocol', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    ['an endless start', Buffer.concat([Buffer.from([0x7f, 0xff, 0xff, 0xff]), Buffer.alloc(10_000)])],
    ['a start of no length', Buffer.from([0, 0, 0, 0])],
    ['an old version', Buffer.from([0, 0, 0, 8, 0, 2, 0, 0])],
  ] as const) {
    it(`ends a connection that sends ${what}`, async () => {
      const socket = connect(port, '127.0.0.1')
      socket.write(bytes)
      await new Promise((resolve) =>
        socket
          .once('close', resolve)
          .on('error', () => undefined)
          .resume(),
      )
    })
  }
})
