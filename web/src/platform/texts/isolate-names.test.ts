import { describe, expect, it } from 'vitest'
import { isolateNames } from './define-texts.ts'

describe('the values of a text', () => {
  it('have names from right to left isolated, and the others as they are', () => {
    const link = (): string => ''
    const values = { unit: 'משאבה 3 (צפון)', person: 'سارة', place: 'Zürich', count: 3, link }
    expect(isolateNames(values)).toEqual({ ...values, unit: '\u2068משאבה 3 (צפון)\u2069', person: '\u2068سارة\u2069' })
  })

  it('are not copied without such a name', () => {
    const values = { unit: 'Pump 3', count: 3 }
    expect(isolateNames(values)).toBe(values)
    expect(isolateNames(undefined)).toBeUndefined()
  })
})
