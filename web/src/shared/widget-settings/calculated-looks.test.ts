import type { SourceName } from '@fieldwatch/contract/ids'
import { describe, expect, it } from 'vitest'
import { calculatedLooks, lookOfSource } from './calculated-looks.ts'

const looks = calculatedLooks([
  { name: 'mean_flow' as SourceName, unit: 'l/s' },
  { name: 'volume' as SourceName, unit: 'm³' },
])

describe('a value that comes from a calculated source', () => {
  it('has its name and its unit', () => {
    expect(lookOfSource({ source: '', name: '', unit: '' }, 'mean_flow', looks)).toEqual({
      name: 'mean flow',
      unit: 'l/s',
    })
  })

  it('loses them when it comes from another source', () => {
    const before = { source: 'mean_flow', name: 'mean flow', unit: 'l/s' }
    expect(lookOfSource(before, 'volume', looks)).toEqual({ name: 'volume', unit: 'm³' })
    expect(lookOfSource(before, 'tank', looks)).toEqual({ name: '', unit: '' })
  })

  it('keeps what a person typed', () => {
    const typed = { source: 'mean_flow', name: 'Flow of the day', unit: 'l/s' }
    expect(lookOfSource(typed, 'volume', looks)).toEqual({ name: 'Flow of the day', unit: 'm³' })
  })
})
