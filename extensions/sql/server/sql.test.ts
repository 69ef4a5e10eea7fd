import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createAlert } from '@fieldwatch/contract/alerts/alerts'
import type { EntityId, ProgramTokenId } from '@fieldwatch/contract/api/ids'
import { createEvent } from '@fieldwatch/contract/events/events'
import { createProgramToken, revokeProgramToken } from '@fieldwatch/contract/people/program-tokens'
import pg from 'pg'
import type { PortListener } from '@fieldwatch/server/extension'
import { createMetrics } from '@fieldwatch/server/platform/metrics/metrics'
import { systemRandom } from '@fieldwatch/server/platform/random/random'
import { buildCertificate } from '@fieldwatch/server/testing/build-certificate'
import { buildUnit } from '@fieldwatch/server/testing/build-unit'
import { buildEntity } from '@fieldwatch/server/testing/build-users'
import { sendRecords } from '@fieldwatch/server/testing/send-records'
import { createTestApp, type SignedInUser } from '@fieldwatch/server/testing/test-app'
import { createRecordedLog } from '@fieldwatch/server/testing/recorded-log'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import { findMissingRights } from './analyst-rights-store.ts'
import { createSqlDoor } from './sql-door.ts'

// Logins are of a whole PostgreSQL, so that this one is of this file alone.
const database = await createTestDatabase({ ofOwnPostgres: true })
const { app, clock, call, db, features, signInAs } = await createTestApp({ database })
const stack = new AsyncDisposableStack()
database.defer(() => stack.disposeAsync())
const MOST_ROWS = 5_000
const { log, lines } = createRecordedLog()
const limits = { mostRows: MOST_ROWS, statementSeconds: 2, memory: 300_000_000 }
const port = await openDoor('one', { limits })

const certificates = [await buildCertificate({ commonName: 'one' }), await buildCertificate({ commonName: 'two' })]
let [served] = certificates
/** Another server beside it, with a certificate and the standard limits. */
const secured = await openDoor('two', { certificate: () => served })

/** Resolves to its port. */
function openDoor(name: string, parts: Partial<Parameters<typeof createSqlDoor>[0]> = {}): Promise<number> {
  const { reader } = features
  const usual = { database, reader, clock, random: systemRandom, log, certificate: undefined }
  const door = createSqlDoor({ ...usual, metrics: createMetrics(), server: { name }, ...parts }, stack)
  return door.listen({ host: '127.0.0.1', port: 0 })
}

const water = await buildEntity(db, { name: 'Water' })
const below = await buildEntity(db, { name: 'Water North', parentId: water })
const farm = await buildEntity(db, { name: 'Farm' })
const [ada, eve] = [await signInAs({ role: 'admin', entity: water }), await signInAs({ role: 'admin', entity: farm })]
const pump = await buildUnit(db, { entity: water, friendlyName: 'Pump' })
const north = await buildUnit(db, { entity: below, friendlyName: 'North' })
const barn = await buildUnit(db, { entity: farm, friendlyName: 'Barn of the farm' })
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

  it('gets no rows of units that lack the source or the field, in a statement about all units', async () => {
    await sendRecords(app, pump, 'own', { messageUTC: at(0), only: 3 })
    const { rows } = await analyst.query(
      `select units.name, value from units, lateral numbers(data_id, 'own', 'only') order by 1`,
    )

    assert.deepEqual(rows, [{ name: 'Pump', value: 3 }])
    for (const nothing of [`records($1, 'nothing')`, `numbers($1, 'tank', 'nothing')`, `records($1, null)`])
      assert.deepEqual((await analyst.query(`select * from ${nothing}`, [pump.dataId])).rows, [])
  })

  it('leaves a bound out by null, and names times that no record has', async () => {
    const count = async (bounds: string) =>
      (await analyst.query(`select count(*)::int from records($1, 'tank', ${bounds})`, [pump.dataId])).rows[0].count

    assert.equal(await count('null, null'), 3)
    assert.equal(await count(`null, '${at(60)}'`), 1)
    assert.equal(await count(`'0044-03-15 BC', '20000-01-01'`), 3)
    assert.equal(await count(`'20000-01-01'`), 0)
    assert.deepEqual(
      lines.filter(({ msg }) => msg.startsWith('reading rows')),
      [],
    )
  })

  it('gets the sentence of the portal where something is not there, or too much', async () => {
    await assert.rejects(analyst.query(`select * from records('nothing', 'tank')`), /Unit not found|not found/i)
    await assert.rejects(analyst.query(`select * from records($1, 'herd')`, [barn.dataId]), /not found/i)
    await assert.rejects(analyst.query(`select * from records($1, repeat('x', 70000))`, [pump.dataId]))
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

  it('has a statement cancelled that uses too much memory', async () => {
    await analyst.query(`set work_mem = '2GB'`)
    const hungry = `select count(*) from (select array_agg(repeat('x', 100) || n) from generate_series(1, 1e8) n) as all_of_them`
    await assert.rejects(analyst.query(hungry), /cancel/i)
    assert.deepEqual((await analyst.query('select 1 as still')).rows, [{ still: 1 }])
  })

  it('cannot keep a statement running by not reading its rows', async () => {
    const client = await signIn((await tokenFor(ada)).secret)
    const { stream } = client.connection
    const answer = assert.rejects(
      client.query(`select repeat('x', 1000) from generate_series(1, 1000000)`),
      /cancel|terminated/i,
    )
    stream.pause()
    while (!(await isRunning('generate_series(1, 1000000)'))) await setImmediate()
    while (await isRunning('generate_series(1, 1000000)')) await setImmediate()
    stream.resume()
    await answer
  })

  it('signs in though another analyst holds locks', async () => {
    const client = await signIn((await tokenFor(ada)).secret)
    await client.query(`select pg_advisory_lock(hashtextextended('fieldwatch analysts', 0))`)
    const { rows: own } = await client.query('select session_user as login')
    const holder = await database.pool.connect()
    await holder.query(`begin; alter role ${own[0].login} set work_mem = 64`)

    const other = await signIn((await tokenFor(ada)).secret)
    assert.deepEqual((await other.query('select 1 as here')).rows, [{ here: 1 }])
    await holder.query('rollback')
    holder.release()
    await Promise.all([client.end(), other.end()])
  })

  it('gets a new login at each sign-in, whatever was changed in the last one', async () => {
    const token = await tokenFor(ada)
    const client = await signIn(token.secret)
    const { rows: own } = await client.query('select session_user as login, current_database() as place')
    const [{ login, place }] = own
    await client.end()
    await database.pool.query(`alter role ${login} password 'known'`)
    await database.pool.query(`alter role ${login} set statement_timeout = 1`)
    await database.pool.query(`alter role ${login} in database ${place} set work_mem = 64`)

    const again = await signIn(token.secret)
    assert.deepEqual((await again.query('show work_mem')).rows, [{ work_mem: '4MB' }])
    assert.deepEqual((await again.query('show statement_timeout')).rows, [{ statement_timeout: '0' }])
    const { rows } = await database.pool.query(
      `select rolvaliduntil < now() + interval '2 minutes' as soon from pg_roles where rolname = $1`,
      [(await again.query('select session_user as login')).rows[0].login],
    )
    assert.deepEqual(rows, [{ soon: true }])
    await again.end()
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

  it('has 5 connections of a person, whatever the tokens, and 10 of an entity', async () => {
    const mine = await buildEntity(db, { name: 'Mill' })
    const [one, other, third] = [
      await signInAs({ role: 'admin', entity: mine }),
      await signInAs({ role: 'admin', entity: mine }),
      await signInAs({ role: 'admin', entity: mine }),
    ]
    const open: pg.Client[] = []
    for (const person of [one, other]) {
      const tokens = [await tokenFor(person), await tokenFor(person)]
      for (const index of [0, 1, 0, 1, 0]) open.push(await signIn(tokens[index]?.secret ?? ''))
      await assert.rejects(signIn(tokens[1]?.secret ?? ''), /5 connections/)
    }
    await assert.rejects(signIn((await tokenFor(third)).secret), /an entity 10/)
    await Promise.all(open.map((client) => client.end()))
  })

  for (const statement of [
    `alter role current_user set search_path = 'x'`,
    'listen portal',
    `notify portal, 'x'`,
    `do $$ begin raise log 'x'; end $$`,
  ]) {
    it(`ends its connection by ${statement}`, async () => {
      const client = await signIn((await tokenFor(ada)).secret)

      await assert.rejects(client.query(statement), /does not take (ALTER|LISTEN|NOTIFY|DO)/)
      await assert.rejects(client.query(`select 'still'`))
    })
  }

  it('writes nothing into the log of PostgreSQL, the queue of notifications, or the shared catalogs', async () => {
    const client = await signIn((await tokenFor(ada)).secret)
    const logged = async () => (await database.pool.query('show log_min_messages')).rows

    for (const setting of ['log_min_messages', 'log_min_error_statement'])
      await assert.rejects(client.query(`set ${setting} = 'debug5'`), /permission denied/)
    assert.deepEqual((await client.query('show log_min_messages')).rows, [{ log_min_messages: 'fatal' }])
    assert.deepEqual((await client.query('show log_min_error_statement')).rows, [{ log_min_error_statement: 'panic' }])
    assert.notDeepEqual(await logged(), [{ log_min_messages: 'fatal' }])
    for (const attempt of [
      `select pg_notify('portal', 'x')`,
      'select pg_current_xact_id()',
      `select query_to_xml('alter role current_user set work_mem = 64', true, true, '')`,
      `select query_to_xml('notify portal', true, true, '')`,
    ])
      await assert.rejects(client.query(attempt))
    await client.end()
  })

  it('sees nothing of what other databases do', async () => {
    const { rows: views } = await database.pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'pg_catalog'::regnamespace and relkind = 'v'
         and (relname ~ '^pg_stat' or relname ~ 'lock|prepared_x|replication')`,
    )
    const shown: string[] = []
    for (const { name } of views)
      await stranger.query(`select * from ${name} limit 1`).then(
        () => shown.push(name),
        () => undefined,
      )

    assert.deepEqual(
      shown.filter(
        (name) =>
          !/^pg_stat(s|io)?_(all|sys|user|xact)_|^pg_stats|^pg_statio|^pg_stat_user|^pg_stat_wal_receiver/.test(name),
      ),
      [],
    )
    for (const told of [
      `pg_database_size('postgres')`,
      'pg_stat_get_db_xact_commit(1)',
      'pg_notification_queue_usage()',
    ])
      await assert.rejects(stranger.query(`select ${told}`), /permission denied/)
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
  'reset all; select * from units',
  'select * from pg_stat_get_activity(null)',
  'select pg_stat_get_backend_activity(id), pg_stat_get_backend_client_addr(id) from pg_stat_get_backend_idset() id',
  'select * from pg_stat_ssl',
  `select name, setting from pg_settings where setting like '/%'`,
  `select current_setting('data_directory')`,
  `select current_setting('hba_file')`,
  'select pg_hba_file_rules()',
  `select pg_ls_dir('.')`,
  'select pg_ls_logdir()',
  `select lo_import('/etc/passwd')`,
  'select lo_creat(-1)',
  `select pg_logical_emit_message(false, 'fill', repeat('x', 1000000))`,
  'select pg_switch_wal()',
  'select pg_log_backend_memory_contexts(pg_backend_pid())',
  'select pg_backend_memory_contexts()',
  `select pg_get_functiondef('private.address'::regproc)`,
  `select 'private.server'::regclass`,
  'select * from pg_statistic',
  'select most_common_vals from pg_stats',
  'select * from pg_largeobject',
  'select * from pg_user_mappings',
  'select * from pg_prepared_xacts',
  'select * from pg_prepared_statements',
  `set search_path = pg_temp, private, public; select * from units`,
  `create function pg_temp.read_units() returns text language sql as $$ select 'x' $$`,
  'create temporary view units as select 1',
  `create domain mine as text`,
  'create operator public.|| (leftarg = jsonb, rightarg = jsonb, function = jsonb_concat)',
  `comment on view units is 'mine'`,
  'grant select on units to public',
  'alter function records(text, text, timestamptz, timestamptz) security invoker',
  'alter view units set (security_invoker = true)',
  `set debug_print_plan = on; set client_min_messages = log; select * from units`,
  `set debug_print_rewritten = on; set client_min_messages = debug5; select * from records('%', 'tank')`,
  `explain (verbose, analyze) select * from records('%', 'tank')`,
  `copy (select * from private.server) to stdout`,
  `copy private.server from stdin`,
  `prepare mine as select * from private.server; execute mine`,
  `declare mine cursor with hold for select * from units; fetch all from mine`,
  'listen portal; notify portal',
  `select dblink_connect('dbname=postgres')`,
  `select private.dblink_connect_u('dbname=postgres')`,
  `select set_config('role', 'postgres', false)`,
  `select set_config('session_preload_libraries', 'dblink', false)`,
  `load 'auto_explain'`,
  'create event trigger mine on ddl_command_start execute function pg_notify()',
  'create publication mine for all tables',
  `create subscription mine connection 'dbname=postgres' publication mine`,
  `select pg_create_logical_replication_slot('mine', 'pgoutput')`,
  'select pg_export_snapshot()',
  `select pg_cancel_backend(pid), pg_terminate_backend(pid) from pg_locks`,
  `select pg_reload_conf()`,
  'drop owned by postgres',
  'reassign owned by current_user to postgres',
  `alter role current_user superuser`,
  `alter role current_user set role = postgres`,
  `alter role current_user connection limit 1000`,
  `alter role current_user valid until 'infinity'`,
  `select ts_stat('select * from private.server')`,
  `select database_to_xml(true, true, '')`,
  `select table_to_xml('private.server', true, true, '')`,
  `select * from pg_get_publication_tables('mine')`,
  `select xmlparse(document '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>')`,
  `select repeat('x', 100000000) = 'y'`,
] as const

describe('SQL of another entity', () => {
  for (const attempt of ATTEMPTS) {
    it(`sees nothing by ${attempt}`, async () => {
      // Some of it ends its own connection.
      const client = await signIn(farm1.secret)
      const { rows } = await client.query(`select rolname from pg_roles where rolname like 'fieldwatch\\_analyst\\_%'`)
      const seen = await client
        .query(attempt.replace('%', pump.dataId).replace('fieldwatch_analyst', rows[0].rolname))
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

/** What programs ask before anyone writes a statement. Each has rows, but for keys and indexes, of which views have none. */
const ASKED_BY_PROGRAMS: readonly [string, string, { readonly isEmpty?: boolean }?][] = [
  [
    'JDBC, schemas',
    `select nspname from pg_namespace where nspname <> 'pg_toast' and nspname !~ '^pg_temp_' order by 1`,
  ],
  [
    'JDBC, views',
    `select n.nspname, c.relname, d.description from pg_namespace n join pg_class c on c.relnamespace = n.oid
     left join pg_description d on d.objoid = c.oid and d.objsubid = 0 and d.classoid = 'pg_class'::regclass
     where n.nspname like 'public' and c.relkind in ('r', 'v', 'm', 'f', 'p') order by 1, 2`,
  ],
  [
    'JDBC, columns',
    `select a.attname, a.atttypid, format_type(a.atttypid, a.atttypmod), pg_get_expr(def.adbin, def.adrelid), t.typbasetype
     from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
     left join pg_attrdef def on def.adrelid = c.oid and def.adnum = a.attnum
     where c.relname = 'units' and a.attnum > 0 and not a.attisdropped order by a.attnum`,
  ],
  [
    'JDBC, primary keys',
    `select i.indkey, (information_schema._pg_expandarray(i.indkey)).n from pg_index i join pg_class c on c.oid = i.indrelid
     where i.indisprimary and c.relname = 'units'`,
    { isEmpty: true },
  ],
  [
    'JDBC, functions',
    `select proname, pg_get_function_result(oid) from pg_proc where pronamespace = 'public'::regnamespace`,
  ],
  [
    'Npgsql, types',
    `select ns.nspname, t.oid, t.typname, t.typtype, t.typelem, rng.rngsubtype from pg_type t
     join pg_namespace ns on ns.oid = t.typnamespace left join pg_range rng on rng.rngtypid = t.oid
     left join pg_proc p on p.oid = t.typreceive where t.typtype in ('b', 'r', 'e', 'd', 'm') order by 2`,
  ],
  ['Npgsql, version', 'select version(), pg_is_in_recovery()'],
  [
    'Power BI, tables',
    `select table_schema, table_name, table_type from information_schema.tables
     where table_schema not in ('information_schema', 'pg_catalog') and table_type in ('BASE TABLE', 'VIEW')`,
  ],
  [
    'Power BI, columns',
    `select column_name, ordinal_position, is_nullable, data_type, character_maximum_length from information_schema.columns
     where table_schema = 'public' and table_name = 'occurrences' order by ordinal_position`,
  ],
  [
    'Power BI, relations',
    `select c.constraint_name, k.column_name from information_schema.table_constraints c
     join information_schema.key_column_usage k using (constraint_name) where c.table_schema = 'public'`,
    { isEmpty: true },
  ],
  [
    'Metabase, readable views',
    `select c.relname, has_table_privilege(c.oid, 'select') as may_select, has_any_column_privilege(c.oid, 'update') as may_update
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'`,
  ],
  ['Metabase, zone', `set session time zone 'Europe/Berlin'; show timezone`],
  [
    'SQLAlchemy, columns',
    `select a.attname, col_description(a.attrelid, a.attnum), a.attidentity, a.attgenerated from pg_attribute a
     where a.attrelid = 'public.alerts'::regclass and a.attnum > 0`,
  ],
  ['SQLAlchemy, definition', `select pg_get_viewdef('public.units'::regclass)`],
  [
    'DBeaver, databases',
    `select db.oid, db.datname, pg_encoding_to_char(db.encoding) from pg_database db where datallowconn and not datistemplate`,
  ],
  ['DBeaver, roles', 'select oid, rolname, rolcanlogin from pg_roles order by rolname'],
  [
    'DBeaver, settings',
    `select current_schema(), session_user, current_setting('search_path'), current_setting('server_version_num')`,
  ],
  [
    'DuckDB, views and columns',
    `select c.relname, c.relpages, a.attname, t.typname, a.atttypmod, a.attndims from pg_class c
     join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
     where a.attnum > 0 and c.relkind in ('r', 'v', 'm', 'f', 'p') and n.nspname = 'public'`,
  ],
  ['DuckDB, snapshot', 'select pg_is_in_recovery(), pg_export_snapshot(), (select count(*) from pg_stat_wal_receiver)'],
  ['ODBC, types', `select oid, typbasetype, typtype from pg_type where typname in ('text', 'float8', 'timestamptz')`],
  ['ODBC, cursor', `begin; declare rows cursor for select * from units; fetch 100 in rows; close rows; commit`],
  ['Tableau, read only', `begin read only isolation level repeatable read; select * from units; commit`],
  [
    'psql, privileges',
    `select relname, array_to_string(relacl, ',') from pg_class where relnamespace = 'public'::regnamespace`,
  ],
]

describe('programs of analysts', () => {
  for (const [what, statement, { isEmpty = false } = {}] of ASKED_BY_PROGRAMS) {
    it(`are answered: ${what}`, async () => {
      const client = await signIn(water1.secret)
      const rows = [await client.query(statement)].flat().flatMap((result) => result.rows as unknown[])
      await client.end()
      assert.equal(rows.length === 0, isEmpty)
    })
  }

  it('read views and functions as binary copies, as DuckDB does', async () => {
    const client = await signIn(water1.secret)
    await client.query('begin transaction isolation level repeatable read read only')
    for (const source of ['units', 'occurrences', `numbers('${pump.dataId}', 'tank', 'level')`]) {
      const statement = `copy (select * from ${source}) to stdout (format binary)`
      assert.match((await client.query(statement)).command, /COPY/)
    }
    await client.end()
  })

  it('read with a named statement again and again, as JDBC does', async () => {
    const text = 'select value from numbers($1, $2, $3, $4, $5) order by 1'
    for (let time = 0; time < 7; time += 1) {
      const values = [pump.dataId, 'tank', 'level', at(0), at(121)]
      const { rows } = await analyst.query({ name: 'levels', text, values })
      assert.deepEqual(rows, [{ value: 0.5 }, { value: 1.5 }, { value: 2.5 }])
    }
  })
})

describe('what an analyst sends', () => {
  it('can have a thousand parameters and a very long statement', async () => {
    const values = Array.from({ length: 1_000 }, (_, index) => String(index))
    const list = values.map((_, index) => `$${index + 1}`).join(', ')
    const { rows } = await analyst.query(`select count(*)::int from unnest(array[${list}]) value`, values)
    assert.deepEqual(rows, [{ count: 1_000 }])
    const long = `select length('${'x'.repeat(20_000_000)}')`
    assert.deepEqual((await analyst.query(long)).rows, [{ length: 20_000_000 }])
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
    const { rows: places } = await database.pool.query(`select datname from pg_database where datname like '%\\_sql'`)
    const inside = new URL(database.connectionString)
    inside.pathname = places[0].datname
    const owner = new pg.Client({ connectionString: inside.href })
    await owner.connect()
    await owner.query(`alter default privileges for role ${login} grant select on tables to public`)
    await owner.end()
    await call(revokeProgramToken, { as: ada, body: { tokenID: token.id } })

    const again = await openDoor('three')
    await (await signIn(water1.secret, { port: again })).end()

    const logins = await listLogins()
    assert.ok(!logins.includes(login) && logins.includes(other), String(logins))
    await database.pool.query(`drop role ${other}`)
  })
})

describe('a PostgreSQL whose user for the portal is no superuser', () => {
  const missing = () => findMissingRights({ connectionString: url.href })
  const url = new URL(database.connectionString)

  it('has analysts once a superuser made the extension', async () => {
    const name = `portal_${systemRandom.secret().slice(0, 8).replaceAll(/\W/g, '_')}`
    await database.pool.query(`create role "${name}" login createrole password 'portal'`)
    await database.pool.query(`create database "${name}" owner "${name}"`)
    url.username = name
    url.password = 'portal'
    url.pathname = name
    const limited = new pg.Pool({ connectionString: url.href, max: 2 })
    const opened = await openDoor('four', { database: { ...database, pool: limited } })
    stack.defer(() => limited.end())
    const token = await tokenFor(ada)

    await assert.rejects(signIn(token.secret, { port: opened }), /not available: permission denied/)
    const { needed } = await missing()
    assert.equal(needed.length, 4)
    for (const statement of needed) {
      const of = statement.startsWith('create database') ? '/postgres' : `/${name}_sql`
      if (!statement.startsWith('\\')) await asSuperuser(of, statement)
    }
    assert.deepEqual((await missing()).needed, [])

    const client = await signIn(token.secret, { port: opened })
    assert.deepEqual((await client.query('select count(*)::int from units')).rows, [{ count: 2 }])
    await assert.rejects(client.query(`select private.dblink('', '')`), /permission denied/)
    await assert.rejects(client.query('create temporary table mine (a int)'), /permission denied/)
    await client.end()

    const { advised } = await missing()
    assert.ok(advised.length > 1, String(advised))
    for (const statement of advised) if (!statement.startsWith('\\')) await asSuperuser(`/${name}_sql`, statement)
    assert.deepEqual(await missing(), { needed: [], advised: [] })
  })

  async function asSuperuser(path: string, statement: string): Promise<void> {
    const own = new URL(database.connectionString)
    own.pathname = path
    const client = new pg.Client({ connectionString: own.href })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
})

describe('the port of SQL', () => {
  it('is there only when its setting names it', async () => {
    const opened = await createTestApp({ database, extensionSettings: { FIELDWATCH_SQL_PORT: '5432' } })
    const portsOf = (listeners: readonly PortListener[]) =>
      listeners.flatMap((one) => (one.door === 'sql' ? one.port : []))

    assert.deepEqual(
      [features, opened.features].map(({ listeners }) => portsOf(listeners)),
      [[], [5432]],
    )
  })

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
