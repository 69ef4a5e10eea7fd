import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { withPriority } from './log.ts'

test('Lines for the journal begin with the priority of syslog and are JSON otherwise', () => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, withPriority({ write: (line) => lines.push(line) }))

  for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const) log[level](level)

  assert.deepEqual(
    lines.map((line) => line.slice(0, 3)),
    ['<7>', '<7>', '<6>', '<4>', '<3>', '<2>'],
  )
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line.slice(3)) as { msg: string }).msg),
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal'],
  )
})
