import { afterEach, describe, expect, it } from 'vitest'
import type { UnitNotes } from './unit-notes.ts'
import { installedUnitNotes, installExtensions } from './web-extension.ts'

const keeps: UnitNotes = { readSpan: async () => ({ notes: [], isCut: true }), read: async () => [] }

afterEach(() => installExtensions([]))

describe('notes on units', () => {
  it('are those of the extension that keeps them, while it is on', () => {
    installExtensions([{ name: 'visits' }, { name: 'log', unitNotes: keeps }])

    expect(installedUnitNotes({ extensions: ['visits', 'log'] })).toEqual({ ...keeps, isOn: true })
    expect(installedUnitNotes({ extensions: ['visits'] }).isOn).toBe(false)
  })

  it('are none where no extension keeps any', () => {
    expect(installedUnitNotes({ extensions: ['visits'] }).isOn).toBe(false)
  })
})
