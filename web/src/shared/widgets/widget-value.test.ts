import type { FieldValue } from '@fieldwatch/contract/telemetry/data'
import { describe, expect, it } from 'vitest'
import type { SourceState } from '#shared/latest/source-state.ts'
import { valueStateText, widgetValue } from './widget-value.ts'

const AT = '2026-01-01T00:00:00.000Z'

function records(...all: Record<string, FieldValue>[]): SourceState {
  return { kind: 'records', records: all.map((fields) => ({ messageUTC: AT, recieveUTC: AT, ...fields })) }
}

function read(sources: Record<string, SourceState>) {
  return (source: string): SourceState => sources[source] ?? { kind: 'retrieving' }
}

describe('the value of a widget', () => {
  it('is the newest value of its field, even when the last record had none', () => {
    const value = widgetValue({ field: 'level' }, 'tank', read({ tank: records({ level: null }, { level: 3 }) }))

    expect(value).toEqual({ kind: 'value', value: 3, at: Date.parse(AT) })
  })

  it.each([
    ['while the source is read', { kind: 'retrieving' } as const, 'retrieving data...'],
    ['when the source could not be read', { kind: 'failed' } as const, 'Error finding value'],
    ['when there is no such value', records({ other: 1 }), 'N/A'],
  ])('says so %s', (_when, tank, text) => {
    const value = widgetValue({ field: 'level' }, 'tank', read({ tank }))

    expect(value.kind === 'value' ? undefined : valueStateText(value.kind)).toBe(text)
  })

  it('is an error when the template names neither field nor formula, or a formula that cannot be read', () => {
    const tank = read({ tank: records({ level: 1 }) })

    expect(widgetValue({}, 'tank', tank)).toEqual({ kind: 'error' })
    expect(widgetValue({ calculate: { formula: 'tank.level +', denominators: [] } }, 'tank', tank)).toEqual({
      kind: 'error',
    })
  })
})

describe('a calculated value', () => {
  const calculate = { formula: 'tank.level / pump.rate', denominators: ['pump.rate'] }

  it('is its formula over the newest inputs of all its sources', () => {
    const value = widgetValue({ calculate }, 'tank', read({ tank: records({ level: 9 }), pump: records({ rate: 2 }) }))

    expect(value).toMatchObject({ kind: 'value', value: 4.5 })
  })

  it('is not shown while a denominator is zero or missing', () => {
    const zero = widgetValue({ calculate }, 'tank', read({ tank: records({ level: 9 }), pump: records({ rate: 0 }) }))
    const missing = widgetValue({ calculate }, 'tank', read({ tank: records({ level: 9 }), pump: records() }))

    expect(zero).toEqual({ kind: 'none' })
    expect(missing).toEqual({ kind: 'none' })
  })

  it('waits for all its inputs', () => {
    expect(widgetValue({ calculate }, 'tank', read({ tank: records({ level: 9 }) }))).toEqual({ kind: 'retrieving' })
  })
})
