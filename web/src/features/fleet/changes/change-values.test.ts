import { describe, expect, it } from 'vitest'
import { changeOf, NOTHING_ENTERED } from './change-values.ts'

describe('the change that is meant', () => {
  it('is one of its kind', () => {
    expect(changeOf('deactivate', NOTHING_ENTERED)).toEqual({ change: { kind: 'active', active: false } })
    expect(changeOf('template', NOTHING_ENTERED)).toEqual({ change: { kind: 'template', template: null } })
    expect(changeOf('entities', { ...NOTHING_ENTERED, how: 'set', entities: ['water'] })).toEqual({
      change: { kind: 'entities', how: 'set', entities: ['water'] },
    })
    expect(changeOf('retention', { ...NOTHING_ENTERED, rawDays: 30 })).toEqual({
      change: { kind: 'retention', rawDays: 30, summaryDays: null },
    })
  })

  it('needs what it is about', () => {
    expect(changeOf('entities', NOTHING_ENTERED)).toEqual({ problems: { entities: 'Choose an entity.' } })
    expect(changeOf('labels', NOTHING_ENTERED)).toEqual({ problems: { add: 'Choose a label.' } })
    expect(changeOf('alert', NOTHING_ENTERED)).toEqual({ problems: { alertID: 'Choose an alert.' } })
    expect(changeOf('retention', { ...NOTHING_ENTERED, rawDays: 30, summaryDays: 10 })).toEqual({
      problems: { summaryDays: 'Summaries are kept at least as long as the records.' },
    })
  })
})
