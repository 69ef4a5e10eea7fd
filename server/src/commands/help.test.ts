import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runCommand } from '#testing/run-command.ts'

const COMMANDS = ['admin', 'backup', 'doctor', 'import', 'print-outbox', 'restore', '../main', '../demo/demo']

describe('--help', () => {
  for (const command of COMMANDS) {
    it(`prints how ${command} is used, does nothing else, and ends with code 0`, async () => {
      const file = new URL(`${command}.ts`, import.meta.url)
      const results = [await runCommand(file, ['--help'], {}), await runCommand(file, ['-h'], {})]

      for (const { code, output, errors } of results) {
        assert.match(output, /^Usage:\n {2}npm (run \w+|start)/)
        assert.deepEqual({ code, errors }, { code: 0, errors: '' })
      }
    })
  }
})
