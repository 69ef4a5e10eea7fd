import assert from 'node:assert/strict'
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'

const LAUNCH = join(import.meta.dirname, 'launch.mjs')

function launch(...command: string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [LAUNCH, ...command])
}

test('A launched command reads our input, writes our output and gives its exit code', async () => {
  const child = launch('node', '-e', 'process.stdin.pipe(process.stdout); process.exitCode = 7')
  child.stdin.end('through and through')
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  assert.equal(output, 'through and through')
  assert.equal(code, 7)
})

test('A launched command finds a Node that fits first on its path', async () => {
  const child = launch('sh', '-c', 'node --version')
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
  assert.match(output, /^v2[45]\./)
})

test('A launched command has settings that keep it small, and those that were set before it', async () => {
  const script =
    'const { MALLOC_ARENA_MAX, NODE_COMPILE_CACHE } = process.env; console.log(MALLOC_ARENA_MAX, NODE_COMPILE_CACHE)'
  const child = spawn(process.execPath, [LAUNCH, 'node', '-e', script], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: '/somewhere/else' },
  })
  assert.equal(await text(child.stdout), '2 /somewhere/else\n')
})

test('A launched command does not get `production` from npm', async () => {
  const script = "console.log(process.env.NODE_ENV ?? 'nothing')"
  const said = async (environment: Record<string, string>): Promise<string> => {
    const env = { PATH: process.env['PATH'], NODE_ENV: 'production', ...environment }
    return text(spawn(process.execPath, [LAUNCH, 'node', '-e', script], { env }).stdout)
  }
  assert.equal(await said({ npm_lifecycle_event: 'dev' }), 'nothing\n')
  assert.equal(await said({}), 'production\n')
})

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  test(`A launched command receives ${signal} and ends when it is ready`, async () => {
    const script = `process.on('${signal}', () => { console.log('heard'); process.exit(3) }); setInterval(() => 0, 1000); console.log('ready')`
    const child = launch('node', '-e', script)
    await once(child.stdout, 'data')
    child.kill(signal)
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    assert.equal(output, 'heard\n')
    assert.equal(code, 3)
  })
}

test('A launched command that a signal ends is reported as in shells', async () => {
  const child = launch('node', '-e', "process.kill(process.pid, 'SIGKILL')")
  const [code] = (await once(child, 'exit')) as [number]
  assert.equal(code, 137)
})

test('A command that is not there is named', async () => {
  const child = launch('no-such-command')
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  assert.match(errors, /^no-such-command cannot be run: /)
  assert.equal(code, 1)
})
