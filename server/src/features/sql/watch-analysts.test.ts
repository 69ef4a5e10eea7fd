import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AnalystSession } from './analyst-database-store.ts'
import { findExcess } from './watch-analysts.ts'

const LIMITS = { statementSeconds: 300, memory: 1_000 }

function buildSession(processId: number, session: Partial<AnalystSession> = {}): AnalystSession {
  return { processId, leader: processId, statementSeconds: null, transactionSeconds: null, ...session }
}

describe('the limits of analysts', () => {
  it('leave short statements, and transactions that are idle for a while', () => {
    const sessions = [buildSession(1, { statementSeconds: 299 }), buildSession(2, { transactionSeconds: 1_700 })]
    assert.deepEqual(findExcess(sessions, new Map(), LIMITS), [])
  })

  it('cancel a long statement, and end its connection when it does not stop', () => {
    const sessions = [buildSession(1, { statementSeconds: 301 }), buildSession(2, { statementSeconds: 601 })]
    assert.deepEqual(findExcess(sessions, new Map(), LIMITS), [
      { processId: 1, how: 'cancel', reason: 'time' },
      { processId: 2, how: 'end', reason: 'time' },
    ])
  })

  it('end a transaction that is open for half an hour, whatever it does', () => {
    const sessions = [buildSession(1, { statementSeconds: 1, transactionSeconds: 1_801 })]
    assert.deepEqual(findExcess(sessions, new Map(), LIMITS), [{ processId: 1, how: 'end', reason: 'transaction' }])
  })

  it('cancel the statements with the most memory until the rest fits', () => {
    const sessions = [1, 2, 3].map((id) => buildSession(id, { statementSeconds: 1 }))
    const memory = new Map([
      [1, 300],
      [2, 900],
      [3, 600],
    ])
    assert.deepEqual(findExcess(sessions, memory, LIMITS), [{ processId: 2, how: 'cancel', reason: 'memory' }])
    assert.deepEqual(findExcess([buildSession(4)], new Map([[4, 1_001]]), LIMITS), [
      { processId: 4, how: 'end', reason: 'memory' },
    ])
  })

  it('count workers of a parallel statement for their connection', () => {
    const sessions = [buildSession(1, { statementSeconds: 1 }), buildSession(9, { leader: 1, statementSeconds: 400 })]
    assert.deepEqual(findExcess(sessions, new Map([[1, 900]]), LIMITS), [])
  })
})
