import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const COMMAND = join(import.meta.dirname, '../../../../packaging/debian/fieldwatch')

describe('the command of the Debian package', () => {
  it('has the settings of the service, and none of the shell', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'fieldwatch-command-'))
    // Whoever calls it is root, and what it starts as the user of the service prints its environment.
    for (const [name, does] of [
      ['id', 'echo root'],
      ['setpriv', 'env'],
    ]) {
      await writeFile(join(folder.path, name ?? ''), `#!/bin/sh\n${does}\n`)
      await chmod(join(folder.path, name ?? ''), 0o700)
    }
    const shell = { DATABASE_URL: 'postgresql://another', FIELDWATCH_DATA: '/another', FIELDWATCH_SETTINGS: '/another' }

    const { stdout, stderr } = spawnSync('sh', [COMMAND, 'backup'], {
      encoding: 'utf8',
      env: { PATH: `${folder.path}:/usr/bin:/bin`, LANG: 'C', ...shell },
    })

    const variables = stdout.split('\n').filter((line) => /^(FIELDWATCH_|DATABASE_URL|LANG)/.test(line))
    assert.deepEqual(variables.sort(), [
      'FIELDWATCH_SETTINGS=/usr/lib/fieldwatch/standards /etc/fieldwatch/env',
      'LANG=C',
    ])
    assert.match(stderr, /^Not used, .*DATABASE_URL/)
  })
})
