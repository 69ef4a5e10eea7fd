import { describe, expect, it } from 'vitest'
import { countNotes, spanOfRow } from './occurrence-notes.ts'

const row = { startUTC: '2026-03-01T08:00:00.000Z', endUTC: '2026-03-01T09:00:00.000Z', duration: 3_600_000 }
const note = (startUTC: string, endUTC: string | null = null) => ({ startUTC, endUTC })

describe('the notes of an occurrence', () => {
  it('are those that concern its period, both ends included', () => {
    const notes = [
      note('2026-03-01T07:59:59.999Z'),
      note('2026-03-01T08:00:00.000Z'),
      note('2026-03-01T09:00:00.000Z'),
      note('2026-03-01T09:00:00.001Z'),
      note('2026-03-01T06:00:00.000Z', '2026-03-01T08:30:00.000Z'),
      note('2026-03-01T06:00:00.000Z', '2026-03-01T07:30:00.000Z'),
    ]

    expect(countNotes(notes, row)).toBe(3)
  })

  it('are looked for up to the last record of one that is ongoing', () => {
    const from = Date.parse(row.startUTC)

    expect(spanOfRow({ ...row, endUTC: null, duration: 60_000 })).toEqual({ from, to: from + 60_000 })
  })
})
