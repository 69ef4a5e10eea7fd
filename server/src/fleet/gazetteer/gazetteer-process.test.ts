import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('gazetteer-process.ts', import.meta.url))

/** Starts the program as a server does, and says so. */
const STARTED = `
  import { fork } from 'node:child_process'
  fork(process.argv[1], { serialization: 'advanced', execArgv: [] }).once('spawn', () => console.log('started'))
`

describe('the process that reads the places', () => {
  it('ends without a word when the server that started it is killed', async () => {
    const server = spawn(process.execPath, ['--input-type=module', '--eval', STARTED, PROGRAM], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    // It ends when the last one that may write to it is gone.
    const said = text(server.stderr)
    await once(server.stdout, 'data')

    server.kill('SIGKILL')

    assert.equal(await said, '')
  })
})
