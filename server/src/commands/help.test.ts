import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runCommand } from '#testing/run-command.ts'
import { asksForHelp } from './help.ts'

const COMMANDS = ['admin', 'backup', 'doctor', 'print-outbox', 'restore', '../main', '../demo/demo']

describe('--help', () => {
  for (const command of COMMANDS) {
    it(`prints how ${command} is used, does nothing else, and ends with code 0`, async () => {
      const { code, output, errors } = await runCommand(new URL(`${command}.ts`, import.meta.url), ['--help'], {})

      assert.match(output, /^Usage:\n {2}npm (run \w+|start)/)
      assert.deepEqual({ code, errors }, { code: 0, errors: '' })
    })
  }

  it('is also -h, at any place', () => {
    assert.deepEqual([['--help'], ['-h'], ['create', '-h'], ['create', '--help']].map(asksForHelp), [
      true,
      true,
      true,
      true,
    ])
    assert.deepEqual([[], ['create', '--helper'], ['help'], ['-host']].map(asksForHelp), [false, false, false, false])
  })
})
