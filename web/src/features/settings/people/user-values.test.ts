import type { EntityId } from '@fieldwatch/contract/api/ids'
import { describe, expect, it } from 'vitest'
import { buildEntityUser } from '#testing/build-entity-user.ts'
import { formErrors } from '#ui/components/form-errors.ts'
import { checkUser, NEW_ENTITY, userValues } from './user-values.ts'

const wells = 'wells' as EntityId
const grace = userValues(buildEntityUser({ entity: 'wells' }), wells)

describe('the form of a user', () => {
  // spec 1-2-116, 1-2-119, 1-5-19, 2-5-46, 2-5-47
  it('requires first name, last name, email and role', () => {
    expect(Object.keys(formErrors(checkUser(userValues(undefined, wells))))).toEqual([
      'firstName',
      'lastName',
      'email',
      'role',
    ])
  })

  // spec 1-5-19
  it('requires an entity', () => {
    expect(formErrors(checkUser({ ...grace, entity: '' }))).toEqual({ entity: 'Choose an entity.' })
  })

  // spec 1-5-20
  it('requires the name of an entity that is to be added, and only then', () => {
    expect(formErrors(checkUser(grace))).toEqual({})
    expect(formErrors(checkUser({ ...grace, entity: NEW_ENTITY }))).toEqual({ 'newEntity.name': 'Enter a name.' })
  })

  it('begins with what is known of the user', () => {
    expect(grace).toMatchObject({ firstName: 'Grace', lastName: 'Hopper', role: 'viewer', entity: 'wells' })
  })
})
