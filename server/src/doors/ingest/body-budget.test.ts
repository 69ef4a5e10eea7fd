import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { createBodyBudget } from './body-budget.ts'

const unit = (name: string): DataId => name as DataId

describe('bodies under way', () => {
  it('hold a bounded number of bytes together, and one unit half of them', () => {
    const budget = createBodyBudget({ mostBytes: 100 })
    const first = budget.open(unit('one'))
    const second = budget.open(unit('one'))
    const other = budget.open(unit('other'))
    const third = budget.open(unit('third'))

    first.hold(30)
    assert.throws(() => second.hold(21), { code: 'server/unavailable' })
    second.hold(20)
    other.hold(50)
    assert.throws(() => third.hold(1), { code: 'server/unavailable' })
    first.release()
    third.hold(30)

    assert.equal(budget.heldBytes(), 100)
  })

  it('hold nothing any more when they are released, however often that is said', () => {
    const budget = createBodyBudget({ mostBytes: 100 })
    const body = budget.open(unit('one'))
    body.hold(20)
    body.hold(20)

    body.release()
    body.release()

    assert.equal(budget.heldBytes(), 0)
    budget.open(unit('one')).hold(50)
  })
})
