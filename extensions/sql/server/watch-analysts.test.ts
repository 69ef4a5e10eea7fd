import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AnalystSession } from './analyst-database-store.ts'
import { findExcess } from './watch-analysts.ts'

const LIMITS = { statementSeconds: 300, memory: 1_000, disk: 2_000 }

function buildSession(processId: number, session: Partial<AnalystSession> = {}): AnalystSession {
  return { processId, leader: processId, statementSeconds: null, transactionSeconds: null, ...session }
}

function buildUse(use: Partial<Parameters<typeof findExcess>[1]> = {}): Parameters<typeof findExcess>[1] {
  return { memory: new Map(), files: new Map(), queue: 0, cancelled: new Set(), ...use }
}

describe('the limits of analysts', () => {
  it('leave short statements, and transactions that are idle for a while', () => {
    const sessions = [buildSession(1, { statementSeconds: 299 }), buildSession(2, { transactionSeconds: 1_700 })]
    assert.deepEqual(findExcess(sessions, buildUse(), LIMITS), [])
  })

  it('cancel a long statement, and end its connection when it does not stop', () => {
    const sessions = [buildSession(1, { statementSeconds: 301 }), buildSession(2, { statementSeconds: 601 })]
    assert.deepEqual(findExcess(sessions, buildUse(), LIMITS), [
      { processId: 1, how: 'cancel', reason: 'time' },
      { processId: 2, how: 'end', reason: 'time' },
    ])
  })

  it('end a transaction that is open for half an hour, whatever it does', () => {
    const sessions = [buildSession(1, { statementSeconds: 1, transactionSeconds: 1_801 })]
    assert.deepEqual(findExcess(sessions, buildUse(), LIMITS), [{ processId: 1, how: 'end', reason: 'transaction' }])
  })

  it('cancel the statements with the most memory until the rest fits', () => {
    const sessions = [1, 2, 3].map((id) => buildSession(id, { statementSeconds: 1 }))
    const memory = new Map([
      [1, 300],
      [2, 900],
      [3, 600],
    ])
    assert.deepEqual(findExcess(sessions, buildUse({ memory }), LIMITS), [
      { processId: 2, how: 'cancel', reason: 'memory' },
    ])
    assert.deepEqual(findExcess([buildSession(4)], buildUse({ memory: new Map([[4, 1_001]]) }), LIMITS), [
      { processId: 4, how: 'end', reason: 'memory' },
    ])
  })

  it('end the connection of a statement that was cancelled for its memory and goes on', () => {
    const sessions = [1, 2].map((id) => buildSession(id, { statementSeconds: 1 }))
    const memory = new Map([
      [1, 2_000],
      [2, 1_500],
    ])
    assert.deepEqual(findExcess(sessions, buildUse({ memory, cancelled: new Set([1]) }), LIMITS), [
      { processId: 1, how: 'end', reason: 'memory' },
      { processId: 2, how: 'cancel', reason: 'memory' },
    ])
  })

  it('hold for temporary files, which a transaction may keep between its statements', () => {
    const sessions = [buildSession(1, { statementSeconds: 1 }), buildSession(2, { transactionSeconds: 5 })]
    const files = new Map([
      [1, 1_500],
      [2, 1_800],
    ])
    assert.deepEqual(findExcess(sessions, buildUse({ files }), LIMITS), [{ processId: 2, how: 'end', reason: 'disk' }])
  })

  it('end transactions when the queue of notifications fills', () => {
    const sessions = [buildSession(1, { transactionSeconds: 1 }), buildSession(2)]
    assert.deepEqual(findExcess(sessions, buildUse({ queue: 0.01 }), LIMITS), [
      { processId: 1, how: 'end', reason: 'queue' },
    ])
  })

  it('count workers of a parallel statement for their connection', () => {
    const sessions = [buildSession(1, { statementSeconds: 1 }), buildSession(9, { leader: 1, statementSeconds: 400 })]
    assert.deepEqual(findExcess(sessions, buildUse({ memory: new Map([[1, 900]]) }), LIMITS), [])
  })
})
