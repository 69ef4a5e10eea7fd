import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { pauseAfter } from './retry-policy.ts'
import { startWorker, type WorkKind } from './worker.ts'

const database = await createTestDatabase()
const clock = createFakeClock()

function start({ metrics = createMetrics(), mayWork = (): boolean => true } = {}) {
  const statements: unknown[] = []
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const worker = startWorker({ db, clock, metrics, log: silentLog, mayWork })
  database.defer(worker.close)
  return { worker, statements }
}

const ALWAYS = () => sql`true`
const NEVER = () => sql`false`
const kind = (name: string, parts: Partial<WorkKind>): WorkKind => ({
  name,
  isDue: ALWAYS,
  run: async () => undefined,
  ...parts,
})

/** Resolves when work of this kind was done so many times. */
function counted(times: number) {
  const { promise: done, resolve } = Promise.withResolvers<void>()
  let runs = 0
  const run = async (): Promise<void> => {
    runs += 1
    if (runs === times) resolve()
  }
  return { done, run, runs: () => runs }
}

describe('background work', () => {
  it('is looked for with one statement for all kinds, and only what is due is done', async () => {
    const { worker, statements } = start()
    const [due, other] = [counted(3), counted(1)]
    worker.add(kind('due', due))
    worker.add(kind('other', { isDue: NEVER, run: other.run }))

    await due.done
    await worker.close()

    assert.equal(other.runs(), 0)
    // One of them is compiled for its name.
    assert.ok(statements.length <= due.runs() + 1, `${statements.length} statements`)
  })

  it('is left to others while the clock of the server is wrong', async () => {
    let isRight = false
    const { worker, statements } = start({ mayWork: () => isRight })
    const due = counted(1)
    const work = worker.add(kind('due', due))
    await work.run()
    assert.deepEqual([due.runs(), statements.length], [0, 0])

    isRight = true
    await due.done
    await worker.close()
  })

  it('of one kind that takes long or fails delays no other', async () => {
    const metrics = createMetrics()
    const { worker } = start({ metrics })
    const [stuck, quick] = [Promise.withResolvers<void>(), counted(3)]
    let failures = 0
    worker.add(kind('stuck', { run: () => stuck.promise }))
    worker.add(
      kind('broken', {
        run: async () => {
          failures += 1
          throw new Error('broken')
        },
      }),
    )
    worker.add(kind('quick', quick))

    await quick.done
    stuck.resolve()
    await worker.close()

    const figures = await metrics.registry.metrics()
    assert.ok(failures > 1)
    assert.match(figures, new RegExp(`^fieldwatch_work_failures_total\\{kind="broken"\\} ${failures}$`, 'm'))
  })

  it('is done although the condition of another kind cannot be read', async () => {
    const { worker } = start()
    const sound = counted(2)
    worker.add(kind('damaged', { isDue: () => sql`1 / 0 = 1` }))
    worker.add(kind('sound', sound))

    await sound.done
    await worker.close()
  })

  it('runs one at a time, and requests during a run share one more run', async () => {
    const { worker } = start()
    let [running, most, turns] = [0, 0, 0]
    const work = worker.add(
      kind('orderly', {
        isDue: NEVER,
        run: async () => {
          turns += 1
          running += 1
          most = Math.max(most, running)
          await sql`select pg_sleep(0.01)`.execute(database.db)
          running -= 1
        },
      }),
    )

    const first = work.run()
    await Promise.resolve()
    await Promise.all([first, work.run(), work.run()])
    await worker.close()

    assert.deepEqual([most, turns], [1, 2])
  })

  it('is given another turn when it asks for one', async () => {
    const { worker } = start()
    const { promise, resolve } = Promise.withResolvers<void>()
    let turns = 0
    const work = worker.add(
      kind('more', {
        isDue: NEVER,
        run: async ({ again }) => {
          turns += 1
          if (turns < 3) again()
          else resolve()
        },
      }),
    )

    await work.run()
    await promise
    await worker.close()

    assert.equal(turns, 3)
  })

  it('starts no more once other servers take over, and running work is asked to end', async () => {
    const { worker } = start()
    const begun = Promise.withResolvers<void>()
    let turns = 0
    const work = worker.add(
      kind('leaving', {
        isDue: NEVER,
        run: async ({ signal }) => {
          turns += 1
          begun.resolve()
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
        },
      }),
    )
    const running = work.run()
    await begun.promise

    worker.handOver()
    await running
    await work.run()

    assert.equal(turns, 1)
  })
})

describe('a pause before another try', () => {
  it('grows up to the longest, and there is none after the last try', () => {
    const policy = { firstMs: 1_000, factor: 4, mostMs: 10_000, tries: 4 }
    const pauses = [1, 2, 3, 4].map((failed) => pauseAfter(policy, failed))
    assert.deepEqual(pauses, [1_000, 4_000, 10_000, undefined])
  })
})
