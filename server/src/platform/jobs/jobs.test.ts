import assert from 'node:assert/strict'
import { join } from 'node:path'
import { beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { UserId } from '@fieldwatch/contract/api/ids'
import { openDatabase } from '#platform/database/database.ts'
import { migrate, migrateTo } from '#platform/database/migrate.ts'
import { createLeaseStore } from '#platform/leases/lease-store.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { ONE_TURN } from '#testing/one-turn.ts'
import { runUntilKilled } from '#testing/run-until-killed.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { type ClaimedJob, createJobStore, isJobDue } from './job-store.ts'
import { createJobWork } from './job-work.ts'
import { COUNTING, createStepTable, numberSteps, STEPS } from './testing/numbered-steps.ts'

const database = await createTestDatabase()
const { db } = database
const clock = createFakeClock()
const jobs = createJobStore(db)
await createStepTable(db)
for (const server of ['one', 'two']) await createLeaseStore(db).begin(server, 3_600_000)

const RETRIES = { firstMs: 1_000, factor: 10, mostMs: 60_000, tries: 3 }

const empty = async (): Promise<void> => {
  await db.deleteFrom('job').execute()
  await sql`delete from step_done`.execute(db)
}

const add = async (kind = COUNTING): Promise<number> => {
  const id = await jobs.add({ kind, by: undefined, entity: undefined, now: clock() })
  return id ?? assert.fail('there is one already')
}

const counting = (server: string, step = numberSteps(db, server)) =>
  createJobWork({ db, clock, log: silentLog, server }, { name: 'counting', kinds: [COUNTING], step, retries: RETRIES })

async function stepsOf(id: number): Promise<number[]> {
  const { rows } = await sql<{ step: number }>`select step from step_done where job = ${id} order by step`.execute(db)
  return rows.map(({ step }) => step)
}

/** Whether a statement waits for what another one has locked. */
async function isWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`.execute(db)
  return rows.length > 0
}

const ALL = Array.from({ length: STEPS }, (_, index) => index + 1)
const listJobs = () => db.selectFrom('job').selectAll().orderBy('id').execute()

describe('jobs', () => {
  beforeEach(empty)

  it('have turns, so that a long one holds up no other', async () => {
    const ids = [await add(), await add()]

    await counting('one').run(ONE_TURN)

    const { rows } = await sql<{ job: number }>`select job from step_done order by ctid`.execute(db)
    const [first, second] = ids
    assert.deepEqual(
      rows.map(({ job }) => job),
      ALL.flatMap(() => [first, second]),
    )
    assert.deepEqual(await listJobs(), [])
  })

  it('are shared by two servers, each step done once', async () => {
    const ids: number[] = []
    for (let count = 0; count < 20; count += 1) ids.push(await add())

    await Promise.all([counting('one').run(ONE_TURN), counting('two').run(ONE_TURN)])

    for (const id of ids) assert.deepEqual(await stepsOf(id), ALL)
    assert.deepEqual(await listJobs(), [])
  })

  it('stay with a server that runs, and go to another one when its lease has ended', async () => {
    const id = await add()
    await createLeaseStore(db).begin('busy', 3_600_000)
    await jobs.claimNext([COUNTING], 'busy', clock())
    const isDue = async () => {
      const { rows } = await sql<{ due: boolean }>`select ${isJobDue([COUNTING], 'one', clock())} as due`.execute(db)
      return rows[0]?.due
    }

    await counting('one').run(ONE_TURN)
    assert.deepEqual([await stepsOf(id), await isDue()], [[], false])
    await createLeaseStore(db).end('busy')
    assert.equal(await isDue(), true)
    await counting('one').run(ONE_TURN)

    assert.deepEqual(await stepsOf(id), ALL)
  })

  it('that a server lost while it stood still are not touched by it any more', async () => {
    const id = await add()
    const lost = await jobs.claimNext([COUNTING], 'away', clock())
    await jobs.claimNext([COUNTING], 'one', clock())
    assert.ok(lost)

    await numberSteps(db, 'away')(lost)
    await jobs.putOff(lost, 'away', clock() + 1_000)
    await jobs.release(lost, 'away')

    const [job] = await listJobs()
    assert.deepEqual([await stepsOf(id), job?.heldBy, job?.tries, job?.dueAt], [[], 'one', 0, 0])
  })

  it('of which a process was killed ahead of any statement are finished by another server, each step done once', async () => {
    const program = join(import.meta.dirname, 'testing/count-until-killed.ts')
    await add()
    const { statements } = await runUntilKilled(database, program, [0])
    assert.ok(statements > STEPS * 4, `${statements} statements`)

    for (let killedAt = 1; killedAt <= statements; killedAt += 3) {
      const id = await add()
      const { signal } = await runUntilKilled(database, program, [killedAt])
      await counting('one').run(ONE_TURN)

      assert.equal(signal, 'SIGKILL')
      assert.deepEqual(await stepsOf(id), ALL, `killed ahead of statement ${killedAt}`)
    }
    assert.deepEqual(await listJobs(), [])
  })

  it('that a person stops while a step is under way end behind it', async () => {
    const id = await add()
    const begun = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const stopped = Promise.withResolvers<void>()
    const number = numberSteps(db, 'one')
    const work = counting('one', async (job) => {
      await db.transaction().execute(async (tx) => {
        await createJobStore(tx).hold(job, 'one')
        begun.resolve()
        await held.promise
      })
      await stopped.promise
      await number(job)
    })
    const running = work.run(ONE_TURN)
    await begun.promise
    const stopping = jobs.stop(id, { by: 'ada' as UserId, now: clock() })
    while (!(await isWaiting())) continue
    held.resolve()
    await stopping
    stopped.resolve()
    await running
    await counting('two').run(ONE_TURN)

    const [job] = await listJobs()
    assert.deepEqual([await stepsOf(id), job?.stoppedBy, job?.endedAt], [[], 'ada', clock()])
  })

  it('begin once for a subject, and again when the first one has ended', async () => {
    const about = (kind: string) => jobs.add({ kind, subject: 'a', by: undefined, entity: undefined, now: clock() })
    const id = await about('delete')
    assert.ok(id !== undefined)

    assert.equal(await about('delete'), undefined)
    assert.notEqual(await about('move'), undefined)
    await jobs.end(id, clock())
    assert.notEqual(await about('delete'), undefined)
  })
})

describe('a step that fails', () => {
  beforeEach(empty)

  const failing = (error: () => Error, giveUp?: (job: ClaimedJob) => Promise<void>) => {
    const step = async (job: ClaimedJob): Promise<void> => {
      if (job.subject === 'bad') throw error()
      await jobs.remove(job.id)
    }
    const parts = { db, clock, log: silentLog, server: 'one' }
    return createJobWork(parts, { name: 'failing', kinds: ['fail'], step, retries: RETRIES, ...(giveUp && { giveUp }) })
  }
  const about = (subject: string) => jobs.add({ kind: 'fail', subject, by: undefined, entity: undefined, now: clock() })

  it('is tried again after longer and longer pauses, then given up, and holds up no other job', async () => {
    await about('bad')
    await about('good')
    const given: number[] = []
    const work = failing(
      () => new Error('broken'),
      async ({ id }) => {
        given.push(id)
        await jobs.end(id, clock())
      },
    )
    const dueAfter: number[] = []
    for (let tries = 1; tries < 3; tries += 1) {
      await work.run(ONE_TURN)
      const [job] = await listJobs()
      dueAfter.push((job?.dueAt ?? 0) - clock())
      assert.deepEqual([job?.subject, job?.tries, job?.heldBy, job?.endedAt], ['bad', tries, null, null])
      await work.run(ONE_TURN)
      assert.equal((await listJobs())[0]?.tries, tries)
      clock.advance(dueAfter.at(-1) ?? 0)
    }
    await work.run(ONE_TURN)

    const left = await listJobs()
    assert.deepEqual(dueAfter, [1_000, 10_000])
    assert.deepEqual(
      left.map(({ id, endedAt }) => [id, endedAt]),
      [[given[0], clock()]],
    )
  })

  it('is tried for ever, after the longest pause, where no one says how to give it up', async () => {
    await about('bad')
    const work = failing(() => new Error('broken'))
    for (let tries = 1; tries <= 5; tries += 1) {
      await work.run(ONE_TURN)
      const [job] = await listJobs()
      assert.deepEqual([job?.tries, job?.endedAt], [tries, null])
      assert.equal(job?.dueAt, clock() + Math.min(60_000, 10 ** (tries + 2)))
      clock.advance(60_000)
    }
  })

  it('is no try when the database was away', async () => {
    await about('bad')

    await assert.rejects(failing(() => Object.assign(new Error('cut'), { code: '08006' })).run(ONE_TURN), /cut/)

    assert.equal((await listJobs())[0]?.tries, 0)
  })
})

it('what a portal had under way goes on after an update', async () => {
  const connectionString = await database.createEmpty()
  const older = openDatabase({ connectionString }, silentLog)
  await using stack = new AsyncDisposableStack()
  stack.defer(() => older.close())
  await migrateTo(older.db, '0840-texts-of-refusals')
  await sql`
    insert into unit_job (kind, asked, created_at, created_by, entity_id, ended_at, tokens_at, address) values
      ('import', '{"kind":"import"}', 1, 'ada', 'north', 2, 3, '10.0.0.1'),
      ('change', '{"kind":"change"}', 4, 'ada', 'north', null, null, '');
    insert into unit_job_item (job_id, place, data_id) values (2, 1, 'pump');
    insert into deletion (kind, subject, asked_by, asked_at, retry_at) values
      ('source', '17', null, 5, null), ('unit', 'pump', 'ada', 6, 7);
  `.execute(older.db)

  await migrate(older.db)

  const rows = await older.db.selectFrom('job').selectAll().orderBy('id').execute()
  assert.deepEqual(
    rows.map((row) => [
      row.id,
      row.kind,
      row.subject,
      row.createdBy,
      row.endedAt,
      row.result,
      row.dueAt,
      row.name,
      row.total,
    ]),
    [
      [1, 'import units', null, 'ada', 2, { tokensAt: 3 }, 0, null, null],
      [2, 'change units', null, 'ada', null, null, 0, null, 1],
      [3, 'delete source', '17', null, null, null, 0, null, null],
      [4, 'delete unit', 'pump', 'ada', null, null, 7, 'pump', null],
    ],
  )
  const items = await older.db.selectFrom('unitJobItem').select(['jobId', 'dataId']).execute()
  assert.deepEqual(items, [{ jobId: 2, dataId: 'pump' }])
})
