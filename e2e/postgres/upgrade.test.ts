import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { isDeepStrictEqual, promisify } from 'node:util'
import { readConfig } from '@fieldwatch/server/config'
import { parseAdminArguments } from '@fieldwatch/server/commands/admin-arguments'
import { runAdmin } from '@fieldwatch/server/commands/run-admin'
import { makeEmbeddedDatabase } from '@fieldwatch/server/platform/database/configured-database'
import { makePostgresFolders, postgresFolder } from '@fieldwatch/server/platform/database/postgres-folder'
import { makeCluster } from '@fieldwatch/server/platform/database/postgres-process'
import { findFormerProgram } from '@fieldwatch/server/platform/database/postgres-program'
import { systemRandom } from '@fieldwatch/server/platform/random/random'
import { systemClock } from '@fieldwatch/server/platform/time/clock'
import { startServer } from '@fieldwatch/server/start-server'
import { fillPortal, KEPT } from '@fieldwatch/server/testing/releases/fill-portal'
import { readPortal, SHOWN } from '@fieldwatch/server/testing/releases/read-portal'
import { createRecordedLog } from '@fieldwatch/server/testing/recorded-log'
import { silentLog } from '@fieldwatch/server/testing/test-database'
import { fetchFormerPostgres, FORMER } from './former-postgres.ts'

const base = await mkdtemp(join(tmpdir(), 'fieldwatch-postgres-'))
await chmod(base, 0o755)
after(() => rm(base, { recursive: true, force: true }))
const former = await fetchFormerPostgres(join(base, 'former'))
const dataFolder = join(base, 'data')
const settings = {
  FIELDWATCH_DATA: dataFolder,
  FIELDWATCH_FORMER_POSTGRES: former,
  FIELDWATCH_PORT: '0',
  FIELDWATCH_MQTT_PORT: '0',
}

/** A portal's data folder, as a release with the former PostgreSQL leaves it. */
async function makeFormerData(): Promise<void> {
  await mkdir(dataFolder)
  await makePostgresFolders(dataFolder)
  const program = (await findFormerProgram(FORMER.major, former)) ?? assert.fail()
  makeCluster(program, postgresFolder(dataFolder).cluster)
  await using stack = new AsyncDisposableStack()
  const { host } = await makeEmbeddedDatabase(dataFolder, silentLog, stack, former)
  const databaseUrl = `postgresql://postgres@localhost/fieldwatch?host=${encodeURIComponent(host ?? '')}`
  const server = await startServer(readConfig({ ...settings, DATABASE_URL: databaseUrl }), silentLog)
  stack.defer(() => server.close())
  const admin = ['create', '--email', KEPT.admin, '--entity', KEPT.entity, '--password', KEPT.password]
  await runAdmin(
    { db: server.database.db, clock: systemClock, random: systemRandom, publicUrl: 'http://localhost' },
    parseAdminArguments(admin),
  )
  await fillPortal(server.url)
  while (!isDeepStrictEqual(await readPortal(server.url), SHOWN)) continue
}

const majorOf = async (folder: string): Promise<string> =>
  (await readFile(join(dataFolder, folder, 'PG_VERSION'), 'utf8')).trim()

async function upgradeUntil(line: number): Promise<{ lines: string[]; signal: unknown }> {
  const script = join(import.meta.dirname, 'upgrade-until.ts')
  const ended = spawnSync(process.execPath, [script, dataFolder, former, String(line)], { encoding: 'utf8' })
  return { lines: ended.stdout.trim().split('\n'), signal: ended.signal }
}

describe('the data of a former major version of PostgreSQL', () => {
  it('are backed up as they are, by this release too', async () => {
    await makeFormerData()
    const command = join(import.meta.dirname, '../../server/src/commands/backup.ts')

    await promisify(execFile)(process.execPath, [command, join(base, 'backup')], {
      env: { ...process.env, ...settings },
    })

    assert.equal(await majorOf('postgres'), '17')
  })

  it('are upgraded to the newer one by the start, whatever step the power fails at, and kept', async (t) => {
    const seen: string[] = []
    for (let line = 1; ; line += 1) {
      const { lines, signal } = await upgradeUntil(line)
      seen.push(...lines.slice(-1))
      if (signal === null) break
      assert.equal(signal, 'SIGKILL')
    }
    t.diagnostic(seen.join('\n'))
    const { log, lines } = createRecordedLog()

    const server = await startServer(readConfig(settings), log)
    await using stack = new AsyncDisposableStack()
    stack.defer(() => server.close())
    const shown = await readPortal(server.url)

    assert.deepEqual(shown, SHOWN)
    assert.deepEqual([await majorOf('postgres'), await majorOf('postgres-17')], ['18', '17'])
    assert.deepEqual(
      (await readdir(dataFolder)).filter((name) => name.startsWith('postgres-up')),
      [],
    )
    assert.ok(!lines.some(({ msg }) => /older PostgreSQL/.test(msg)), 'this start had nothing left to do')
  })
})
