import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { createRecordedLog } from '#testing/recorded-log.ts'
import { notifySystemd } from './notify-systemd.ts'

const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-systemd-'))
after(() => rm(folder, { recursive: true, force: true }))
const environment = { PATH: `${folder}:${process.env['PATH']}`, NOTIFY_SOCKET: '/run/systemd/notify' }

describe('a portal that systemd started', () => {
  it('says that it is ready, at the socket that systemd named', async () => {
    const { log, lines } = createRecordedLog()
    const output = join(folder, 'output')
    await writeFile(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >'${output}'\n`, {
      mode: 0o755,
    })

    await notifySystemd(environment, log)

    assert.equal(await readFile(output, 'utf8'), '/run/systemd/notify --ready\n')
    assert.deepEqual(lines, [])
  })

  it('continues when it cannot notify systemd, and logs it', async () => {
    const { log, lines } = createRecordedLog()
    await writeFile(join(folder, 'systemd-notify'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })

    await notifySystemd(environment, log)

    assert.deepEqual(
      lines.map(({ msg }) => msg),
      ['notifying systemd failed'],
    )
  })

  it('sends nothing where systemd does not ask', async () => {
    const { log, lines } = createRecordedLog()

    await notifySystemd({ PATH: folder }, log)

    assert.deepEqual(lines, [])
  })
})
