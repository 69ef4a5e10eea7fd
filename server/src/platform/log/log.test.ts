import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { describeError, withPriority } from './log.ts'

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

test('The line of an error has its words, codes and causes, and not what libraries hang on it', () => {
  const lines: string[] = []
  const log = pino({ serializers: { err: describeError } }, { write: (line) => void lines.push(line) })
  const client = { buffer: 'x'.repeat(10_000) }
  const lost = Object.assign(new Error('Connection terminated', { cause: new Error('reset') }), {
    code: '57P01',
    client,
  })

  log.warn({ err: lost }, 'lost')
  log.warn({ err: new AggregateError([new Error('x'.repeat(10_000))], 'all') }, 'lost')

  const [one, other] = lines.map((line) => JSON.parse(line) as { err: Record<string, unknown> })
  assert.deepEqual(
    { ...one?.err, stack: '', cause: (one?.err['cause'] as Error | undefined)?.message },
    { type: 'Error', message: 'Connection terminated', stack: '', code: '57P01', cause: 'reset' },
  )
  assert.ok(lines.every((line) => line.length < 10_000))
  assert.equal((other?.err['errors'] as unknown[] | undefined)?.length, 1)
})
