import type { EntityId } from '@fieldwatch/contract/api/ids'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildEntityUser } from '#testing/build-entity-user.ts'
import { nextModal, NO_MODAL, type UserModalEvent } from './user-modal.ts'

const wells = 'wells' as EntityId
const grace = buildEntityUser({ firstName: 'Grace' })
const openings: UserModalEvent[] = [
  { type: 'addEntity' },
  { type: 'addUser', entity: wells },
  { type: 'editUser', user: grace },
]

describe('the dialogs of Settings', () => {
  it.each([
    [openings[0], { name: 'createEntityModal' }],
    [openings[1], { name: 'createUserModal', entity: wells }],
    [openings[2], { name: 'editUserModal', user: grace }],
  ])('open from none', (event, modal) => {
    expect(event && nextModal(NO_MODAL, event)).toEqual(modal)
  })

  it('are open one at a time, until they are closed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...openings), fc.array(fc.constantFrom(...openings)), (first, others) => {
        const open = nextModal(NO_MODAL, first)
        expect(others.reduce(nextModal, open)).toBe(open)
        expect(nextModal(open, { type: 'close' })).toBe(NO_MODAL)
      }),
    )
  })
})
