import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { buildUnit } from '@fieldwatch/server/testing/build-unit'
import { buildUser } from '@fieldwatch/server/testing/build-users'
import { signInAt, startTestServer } from '@fieldwatch/server/testing/running-server'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { call } from '../support/api.ts'

const run = promisify(execFile)
const PATIENCE = { timeout: 60_000 }

const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-programs-'))
after(() => rm(folder, { recursive: true, force: true }))
const database = await createTestDatabase()
const portal = await startTestServer(database)
const user = await buildUser(database.db, { role: 'admin' })
await buildUnit(database.db, { entity: user.entity, data_id: 'pump-7' as DataId })
await writeFile(join(folder, 'sims.csv'), 'ICCID,Data\n8944500102198304826,5 MB\n')

const { details } = await call(portal, createProgramToken, {
  token: await signInAt(portal, user.email),
  body: { name: 'Guide', scopes: ['read', 'send-for-units', 'import-sims'], days: 1 },
})

const guide = await readFile(join(import.meta.dirname, '../../docs/guides/programs.md'), 'utf8')
const examples = [...guide.matchAll(/^```\n([\s\S]*?curl[\s\S]*?)^```$/gm)].map(([, example = '']) => example)

describe('the calls of the guide for programs', () => {
  it('are there', () => assert.ok(examples.length >= 4))

  for (const example of examples)
    it(`are answered: ${example.split('\n', 1)[0]}`, PATIENCE, async () => {
      const script = example
        .replaceAll('fwp_…', details.secret)
        .replaceAll('http://localhost:8080', portal.url)
        .replaceAll('ENTITY_ID', user.entity)

      const { stdout } = await run('bash', ['-c', `set -euo pipefail\n${script.replaceAll('curl ', 'curl -f ')}`], {
        cwd: folder,
      })

      assert.notEqual(stdout, '')
      if (script.includes("jq '")) assert.doesNotMatch(stdout, /null/)
    })
})
