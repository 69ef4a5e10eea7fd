import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from '@fieldwatch/server/config'
import { startServer } from '@fieldwatch/server/start-server'
import { buildUnit, sourceName } from '@fieldwatch/server/testing/build-unit'
import { silentLog } from '@fieldwatch/server/testing/test-database'

const skip = process.getuid?.() !== 0 && 'only root can mount a small disk'
const RECORDS = 50

test(
  'A full disk loses nothing that was acknowledged, and everything continues when there is room',
  { skip },
  async () => {
    const disk = await mkdtemp(join(tmpdir(), 'fieldwatch-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m,mode=755', 'tmpfs', disk])
    after(async () => {
      execFileSync('umount', [disk])
      await rm(disk, { recursive: true })
    })
    const settings = { FIELDWATCH_DATA: join(disk, 'data'), FIELDWATCH_PORT: '0', FIELDWATCH_MQTT_PORT: '0' }
    const server = await startServer(readConfig(settings), silentLog)
    await using stack = new AsyncDisposableStack()
    stack.defer(() => server.close())
    const { db } = server.database
    const unit = await buildUnit(db)
    let sent = 0
    const acknowledged: number[] = []
    const send = async (): Promise<{ status: number; code?: string }> => {
      const numbers = Array.from({ length: RECORDS }, () => (sent += 1))
      const records = numbers.map((number) => ({
        messageUTC: 1_790_000_000_000 + number * 1000,
        number,
        noise: randomBytes(1500).toString('hex'),
      }))
      const response = await fetch(`${server.url}/api/v1/ingest/${unit.dataId}/a`, {
        method: 'POST',
        headers: { authorization: unit.bearer, 'content-type': 'application/json' },
        body: JSON.stringify(records),
      })
      if (response.ok) acknowledged.push(...numbers)
      return { ...((await response.json()) as { code?: string }), status: response.status }
    }
    await send()

    const ballast = await open(join(disk, 'ballast'), 'w')
    await assert.rejects(async () => {
      for (;;) await ballast.write(Buffer.alloc(4096))
    }, /ENOSPC/)
    await ballast.close()
    const refused = await send()
    await rm(join(disk, 'ballast'))
    const again = await send()

    assert.deepEqual([refused.status, refused.code, again.status], [503, 'server/no-room', 200])
    const stored = await db
      .selectFrom('record')
      .innerJoin('source', 'source.sourceKey', 'record.sourceKey')
      .where('source.name', '=', sourceName('a'))
      .select('record.fields')
      .execute()
    const numbers = new Set(stored.map(({ fields }) => Number((fields as { number?: unknown }).number)))
    assert.deepEqual(
      acknowledged.filter((number) => !numbers.has(number)),
      [],
    )
    assert.equal(acknowledged.length, 2 * RECORDS)
  },
)
