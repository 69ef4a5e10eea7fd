import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { readAll } from '../support/api.ts'
import { startMailServer } from '../support/mail-server.ts'
import { startPortal } from '../support/portal.ts'
import { checkEverything } from './checks.ts'
import type { Level } from './levels.ts'
import { backupPath, fillPortal, type PortalUnderLoad } from './portal-under-load.ts'
import { until } from './persist.ts'
import { VICTIMS } from './victims.ts'

/** `npm test -- kills` kills a hundred times; FIELDWATCH_KILLS chooses another number. */
const KILLS = Number(process.env['FIELDWATCH_KILLS'] ?? 100)
/** Every unit has had this many acknowledgements since the restart, so that the kill hits a busy portal. */
const BETWEEN_KILLS = 8

interface Backup {
  readonly path: string
  /** What had been acknowledged before it began, by unit. */
  readonly acknowledged: ReadonlyMap<string, readonly Level[]>
}

it(`${KILLS} kills of the server, PostgreSQL and both lose, double and stop nothing`, async () => {
  await using stack = new AsyncDisposableStack()
  const mails = await startMailServer()
  stack.defer(() => mails.close())
  const portal = await startPortal({ SMTP_URL: mails.url })
  stack.defer(() => portal.close())
  const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-kills-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const load = await fillPortal(portal, mails)
  stack.defer(() => load.close())
  const backups: Backup[] = []
  for (let round = 0; round < KILLS; round += 1) {
    const underway = startWork(load, round, folder, backups)
    await progress(load)
    await VICTIMS[round % VICTIMS.length]?.(portal)
    await progress(load)
    await underway
  }
  await Promise.all([...load.watched, load.silent].map((unit) => unit.stop()))
  await checkEverything(load)
  assert.ok(backups.length > 0, 'a backup succeeded between the kills')
  await checkBackup(load, backups.at(-1) as Backup)
})

/** Begins what the next kill may interrupt; everything is repeated until it succeeds, but a backup. */
function startWork(load: PortalUnderLoad, round: number, folder: string, backups: Backup[]): Promise<unknown> {
  return Promise.all([
    load.sendRequest(),
    ...(round % 10 === 0 ? [load.startExtensions()] : []),
    ...(round % 7 === 3 ? [backUp(load, backupPath(folder, round), backups)] : []),
  ])
}

async function backUp({ portal, watched }: PortalUnderLoad, path: string, backups: Backup[]): Promise<void> {
  const acknowledged = new Map(watched.map((unit) => [unit.dataID, [...unit.acknowledged]]))
  await portal.backup(path).then(
    () => backups.push({ path, acknowledged }),
    // A kill in its middle ends a backup; it leaves nothing behind that could be taken for one.
    () => undefined,
  )
}

async function progress({ watched }: PortalUnderLoad): Promise<void> {
  const before = watched.map((unit) => unit.acknowledged.length)
  await until(
    'acknowledgements',
    () => Promise.resolve(watched.map((unit, place) => unit.acknowledged.length - (before[place] ?? 0))),
    (counts) => counts.every((count) => count >= BETWEEN_KILLS),
  )
}

/** Loses everything, and looks whether the backup has what was acknowledged before it began. */
async function checkBackup({ portal, token }: PortalUnderLoad, { path, acknowledged }: Backup): Promise<void> {
  await portal.killEverything()
  await rm(portal.dataFolder, { recursive: true })
  await portal.restore(path)
  await portal.restart()
  const user = { token: await token() }
  for (const [dataID, levels] of acknowledged) {
    const stored = new Set((await readAll(portal, user, dataID, 'tank')).map(({ index }) => Number(index)))
    assert.deepEqual(
      levels.filter(({ index }) => !stored.has(index)),
      [],
      `the backup has what ${dataID} had sent`,
    )
  }
}
