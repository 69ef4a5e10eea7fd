import type { DependantGroup } from '@fieldwatch/contract/units/dependants'
import { describe, expect, it } from 'vitest'
import { isBlocked, lineOf } from './dependants-text.ts'

const group: DependantGroup = { kind: 'alert', effect: 'ended', total: 1, names: ['Too warm'] }

describe('what depends on a thing', () => {
  it('is counted and named, with what happens to it', () => {
    expect(lineOf(group)).toEqual({ heading: 'Ended, and show the reason', text: '1 alert: Too warm' })
  })

  it('is counted where its names are out of reach or many', () => {
    expect(lineOf({ ...group, total: 2, names: [] }).text).toBe('2 alerts')
    expect(lineOf({ ...group, total: 1_200, names: ['A', 'B'] }).text).toBe('1,200 alerts: A, B, 1,198 more')
  })

  it('keeps the thing from being deleted only where it says so', () => {
    expect(isBlocked([group])).toBe(false)
    expect(isBlocked([group, { ...group, effect: 'blocks' }])).toBe(true)
  })
})
