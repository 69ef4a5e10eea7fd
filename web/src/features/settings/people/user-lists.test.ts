import { describe, expect, it } from 'vitest'
import { buildEntityUser } from '#testing/build-entity-user.ts'
import { fullName, withoutUsers, withUser } from './user-lists.ts'

const ada = buildEntityUser({ id: 'ada', firstName: 'Ada', entity: 'north' })
const cleo = buildEntityUser({ id: 'cleo', firstName: 'Cleo', entity: 'north' })
const bea = buildEntityUser({ id: 'bea', firstName: 'Bea', entity: 'south' })

describe('the lists of users', () => {
  // spec 1-4-39
  it('move a user who gets another entity', () => {
    const moved = { ...bea, entity: ada.entity }

    expect(withUser([ada, cleo], moved, 'north')).toEqual([ada, moved, cleo])
    expect(withUser([bea], moved, 'south')).toEqual([])
  })

  it('keep a user who stays, changed and in order', () => {
    const renamed = { ...ada, firstName: 'Zoe' }

    expect(withUser([ada, cleo], renamed, 'north')).toEqual([cleo, renamed])
  })

  it('that a user is not in stay as they are', () => {
    const list = [ada]
    expect(withUser(list, bea, 'north')).toBe(list)
  })

  it('lose those who are deleted', () => {
    expect(withoutUsers([ada, bea, cleo], ['ada', 'cleo'])).toEqual([bea])
  })

  it('show people without a name by their email', () => {
    expect(fullName(ada)).toBe('Ada Hopper')
    expect(fullName({ firstName: '', lastName: '', email: 'x@y.example' })).toBe('x@y.example')
  })
})
