import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { promisify } from 'node:util'
import { buildUnit, type BuiltUnit } from '@fieldwatch/server/testing/build-unit'
import { buildUser } from '@fieldwatch/server/testing/build-users'
import { signInAt, startTestServer } from '@fieldwatch/server/testing/running-server'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import { until } from '../kills/persist.ts'
import { readAll } from '../support/api.ts'
import { freePort } from '../support/free-port.ts'
import { fillIn, pageOf, readBlock } from './read-guide.ts'
import { startProgram } from './start-program.ts'

// Programs of Debian 12 that speak the protocols of docs/guides/doors.md.
const PATIENCE = { timeout: 60_000 }
const run = promisify(execFile)

const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-doors-'))
after(() => rm(folder, { recursive: true, force: true }))
const database = await createTestDatabase()
const portal = await startTestServer(database)
const user = await buildUser(database.db, { role: 'admin' })
const token = await signInAt(portal, user.email)
const port = new URL(portal.url).port

it('the shell of InfluxDB 1 writes, and creates its database', PATIENCE, async () => {
  const unit = await buildUnit(database.db, { entity: user.entity })
  const address = ['-host', '127.0.0.1', '-port', port, '-username', 'any', '-password', unit.token]
  await run('influx', [...address, '-execute', 'CREATE DATABASE x'])
  await run('influx', [...address, '-database', 'x', '-execute', 'INSERT tank,side=north level=1.5,open=true'])

  const [record] = await stored(unit, 'tank-side-north', 1)
  assert.deepEqual([record?.['level'], record?.['open']], [1.5, true])
})

it('Prometheus writes what it scrapes', PATIENCE, async () => {
  const unit = await buildUnit(database.db, { entity: user.entity })
  const own = await freePort()
  const config = `
global: { scrape_interval: 1s }
scrape_configs: [{ job_name: own, static_configs: [{ targets: ['127.0.0.1:${own}'] }] }]
remote_write:
  - url: ${portal.url}/api/v1/doors/prometheus/write
    authorization: { credentials: ${unit.token} }
    write_relabel_configs:
      - { source_labels: [__name__], regex: process_open_fds, action: keep }
      - { action: labeldrop, regex: instance|job }
`
  await writeFile(join(folder, 'prometheus.yml'), config)
  const files = [`--config.file=${join(folder, 'prometheus.yml')}`, `--storage.tsdb.path=${join(folder, 'tsdb')}`]
  const prometheus = startProgram('prometheus', [...files, `--web.listen-address=127.0.0.1:${own}`])

  const records = await stored(unit, 'process_open_fds', 3)
  assert(records.every(({ value }) => Number(value) > 0))
  await prometheus.stop()
})

it('collectd sends JSON that a mapping reads', PATIENCE, async () => {
  const unit = await buildUnit(database.db, { entity: user.entity })
  await fetch(`${portal.url}/api/v1/message-mappings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      entity: user.entity,
      name: 'Load',
      mapping: {
        topic: 'collectd/load',
        unit: { from: 'sender' },
        time: { format: 'seconds', path: 'time' },
        values: [{ path: 'values[0]', source: 'load', field: 'shortterm' }],
      },
    }),
  })
  const guide = fillIn(readBlock(pageOf('mappings'), 'collectd.conf'), {
    'https://portal.example': portal.url,
    UNIT_TOKEN: unit.token,
  })
  const own = `FQDNLookup false\nInterval 1\nBaseDir "${folder}"\nPIDFile "${join(folder, 'collectd.pid')}"\nTypesDB "/usr/share/collectd/types.db"\n`
  await writeFile(join(folder, 'collectd.conf'), own + guide)
  const collectd = startProgram('collectd', ['-f', '-C', join(folder, 'collectd.conf')])

  const records = await stored(unit, 'load', 2)
  assert(records.every(({ shortterm }) => Number(shortterm) >= 0))
  await collectd.stop()
})

/** The records of a source once there are so many. */
async function stored({ dataId }: BuiltUnit, source: string, expected: number) {
  return await until(
    `${expected} records of ${source}`,
    async () => await readAll(portal, { token }, dataId, source),
    (records) => records.length >= expected,
    { withinMs: 45_000 },
  )
}
