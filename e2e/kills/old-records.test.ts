import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { signIn } from '@fieldwatch/contract/people/auth'
import { type Door, startBucketServer } from '@fieldwatch/server/records/history/testing/bucket-server'
import { call, createUnit, createUser, PASSWORD, readAll } from '../support/api.ts'
import { type Portal, startPortal } from '../support/portal.ts'
import { LATE_SOURCE, type LateUnit, startLateUnit, type Versions } from './late-unit.ts'
import { persist, until } from './persist.ts'
import { VICTIMS } from './victims.ts'

/** `npm test -- kills` kills so many times; FIELDWATCH_KILLS chooses another number. */
const KILLS = Number(process.env['FIELDWATCH_KILLS'] ?? 60)
const UNITS = 3
/** Every unit has had so many acknowledgements since the restart. */
const BETWEEN_KILLS = 2
/** How long a restore runs before it is killed. */
const RESTORE_KILLS_MS = [300, 1_500, 4_000]
/** The PostgreSQL of a killed restore writes for a moment. */
const EMPTIED = { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }
const EMAIL = 'keeper@late.example'

interface Backup {
  readonly path: string
  /** What had been acknowledged before it began, by unit. */
  readonly versions: ReadonlyMap<string, Versions>
}

it(`${KILLS} kills while late records are stored, compacted, and moved to a bucket lose and double nothing, nor does a restore`, async (test) => {
  await using stack = new AsyncDisposableStack()
  const bucket = await startBucketServer()
  stack.defer(bucket.close)
  const { settings, door } = bucket
  const portal = await startPortal({
    FIELDWATCH_HISTORY_S3_ENDPOINT: settings.endpoint,
    FIELDWATCH_HISTORY_S3_BUCKET: settings.bucket,
    FIELDWATCH_HISTORY_S3_ACCESS_KEY_ID: settings.accessKeyId,
    FIELDWATCH_HISTORY_S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    FIELDWATCH_HISTORY_S3_AFTER_DAYS: '1',
  })
  stack.defer(() => portal.close())
  const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-old-records-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const units = await startUnits(portal)
  stack.defer(() => units.forEach((unit) => unit.abandon()))
  let backup: Backup | undefined
  for (let round = 0; round < KILLS; round += 1) {
    disturb(door, round)
    await progress(units)
    const moving = moveSoon(portal)
    backup = (await (round % 15 === 3 ? backUp(portal, units, join(folder, `${round}`)) : undefined)) ?? backup
    await VICTIMS[round % VICTIMS.length]?.(portal)
    await moving
  }
  disturb(door, undefined)
  await progress(units)
  await Promise.all(units.map((unit) => unit.stop()))

  await checkVersions(portal, units)
  const moved = door.requests.filter((method) => method === 'PUT').length
  test.diagnostic(`${units.map(({ versions }) => versions.size).join(', ')} records; ${moved} objects put`)
  assert.ok(moved > 0, 'records were moved to the bucket')
  await checkRestored(test, portal, backup ?? assert.fail('a backup succeeded between the kills'))
})

async function startUnits(portal: Portal): Promise<LateUnit[]> {
  const user = await createUser(portal, { email: EMAIL, entity: 'Late' })
  const units: LateUnit[] = []
  for (let seed = 1; seed <= UNITS; seed += 1) {
    const dataID = `late-${seed}`
    units.push(startLateUnit(portal, { dataID, token: await createUnit(portal, user, dataID), seed }))
  }
  return units
}

/** The bucket is sound, slow, or fails each third request. */
function disturb(door: Door, round: number | undefined): void {
  door.failsEveryThird = round !== undefined && round % 4 === 1
  door.delayMs = round !== undefined && round % 6 === 4 ? 2_000 : 0
}

async function progress(units: readonly LateUnit[]): Promise<void> {
  const before = units.map((unit) => unit.acknowledged())
  await until(
    'acknowledgements',
    () => Promise.resolve(units.map((unit, place) => unit.acknowledged() - (before[place] ?? 0))),
    (counts) => counts.every((count) => count >= BETWEEN_KILLS),
  )
}

/** As if the last arrivals were hours ago, and the next move were due. */
function moveSoon(portal: Portal): Promise<void> {
  return persist(async () => {
    await portal.sql(`
      update record_chunk set first_received_at = first_received_at - 7200000, last_received_at = last_received_at - 7200000
      where last_received_at > extract(epoch from now()) * 1000 - 3600000`)
    await portal.sql('update history_move set due_at = 0, source_key = 0, start_at = 0')
  })
}

async function backUp(portal: Portal, units: readonly LateUnit[], path: string): Promise<Backup | undefined> {
  const versions = new Map(units.map((unit) => [unit.dataID, new Map(unit.versions)]))
  // The bucket or the portal may be away.
  return portal.backup(path).then(
    () => ({ path, versions }),
    () => undefined,
  )
}

async function readVersions(portal: Portal, dataID: string): Promise<Versions> {
  const { details } = await call(portal, signIn, { body: { email: EMAIL, password: PASSWORD } })
  const records = await readAll(portal, { token: details.idToken }, dataID, LATE_SOURCE)
  const versions = new Map(records.map(({ messageUTC, version }) => [Date.parse(messageUTC), Number(version)]))
  assert.equal(versions.size, records.length, 'no time is there twice')
  return versions
}

async function checkVersions(portal: Portal, units: readonly LateUnit[]): Promise<void> {
  for (const { dataID, versions } of units) {
    const stored = await persist(() => readVersions(portal, dataID))
    assert.deepEqual(differencesOf(stored, versions), [], `the records of ${dataID}`)
    assert.equal(stored.size, versions.size)
  }
}

function differencesOf(stored: Versions, expected: Versions): string[] {
  return Array.from(expected, ([at, version]) =>
    stored.get(at) === version ? '' : `${new Date(at).toISOString()}: ${stored.get(at)} instead of ${version}`,
  )
    .filter((difference) => difference !== '')
    .slice(0, 20)
}

/** Loses the portal, kills its restore a few times, and compares what is back with what had been acknowledged before the backup. */
async function checkRestored(test: TestContext, portal: Portal, { path, versions }: Backup): Promise<void> {
  await portal.killEverything()
  for (const milliseconds of RESTORE_KILLS_MS) {
    await rm(portal.dataFolder, EMPTIED)
    const killer = new AbortController()
    const restoring = portal.restore(path, killer.signal).then(
      () => 'ended',
      () => 'killed',
    )
    await Promise.race([restoring, delay(milliseconds)])
    killer.abort()
    test.diagnostic(`a restore of at most ${milliseconds} ms: ${await restoring}`)
  }
  await rm(portal.dataFolder, EMPTIED)
  await portal.restore(path)
  await portal.restart()
  for (const [dataID, expected] of versions) {
    const stored = await persist(() => readVersions(portal, dataID))
    const missing = Array.from(expected).filter(([at, version]) => (stored.get(at) ?? 0) < version)
    assert.deepEqual(missing.slice(0, 20), [], `the backup has what ${dataID} had sent`)
  }
}
