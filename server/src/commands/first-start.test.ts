import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, watch } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { postgresFolder } from '#platform/database/postgres-folder.ts'
import { PROCESS_ENVIRONMENT } from '#testing/process-environment.ts'
import { runCommand } from '#testing/run-command.ts'

const CREATE = ['create', '--email', 'you@example.org', '--entity', 'Ours']

/** What has happened of the first start when the command begins: the path that is there by then, in the data folder. */
const MOMENTS: Readonly<Record<string, ((data: string) => string) | undefined>> = {
  'at the same moment': undefined,
  'when the data folder is taken': (data) => join(data, 'fieldwatch.lock'),
  'while the cluster is made': (data) => postgresFolder(data).cluster,
  'when PostgreSQL starts': (data) => join(data, 'postgres.log'),
}

/** Resolves when a path is there. */
async function appears(path: string): Promise<void> {
  const folder = dirname(path)
  const signal = AbortSignal.timeout(60_000)
  // Watches before it looks, so that nothing is missed in between.
  for await (const { filename } of watch(folder, { signal })) if (join(folder, `${filename}`) === path) return
}

async function startBeside(data: string, moment: ((data: string) => string) | undefined) {
  const environment = { FIELDWATCH_DATA: data, FIELDWATCH_PORT: '0', FIELDWATCH_MQTT_PORT: '0' }
  const reached = moment === undefined ? undefined : appears(moment(data))
  const server = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: { ...PROCESS_ENVIRONMENT, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(server, 'exit')
  let failed = ''
  server.stderr.setEncoding('utf8').on('data', (text: string) => (failed += text))
  await reached
  const created = await runCommand(new URL('admin.ts', import.meta.url), CREATE, environment)
  server.kill('SIGTERM')
  const [code] = (await ended) as [number | null]
  return { created, server: { code, failed } }
}

describe('the first administrator is created beside the first start of the portal', () => {
  for (const [what, moment] of Object.entries(MOMENTS)) {
    it(what, async () => {
      const data = await mkdtemp(join(tmpdir(), 'fieldwatch-first-'))
      await chmod(data, 0o755)
      try {
        const { created, server } = await startBeside(data, moment)

        assert.match(created.output, /^you@example\.org can sign in as admin of Ours\.\nPassword: \S+\n$/)
        assert.deepEqual({ code: created.code, server }, { code: 0, server: { code: 0, failed: '' } })
      } finally {
        await rm(data, { recursive: true, force: true })
      }
    })
  }
})
