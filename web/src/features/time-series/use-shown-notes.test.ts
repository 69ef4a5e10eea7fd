import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { describe, expect, it } from 'vitest'
import type { UnitNote } from '#platform/extensions/unit-notes.ts'
import { createVerticalLine } from '#shared/charts/vertical-line.ts'
import { notesOfChart, timesOfNewNote, windowAround } from './use-shown-notes.ts'

const MINUTE = 60_000
const AT = Date.UTC(2026, 2, 1, 8)

function note(source: string | null, endUTC: string | null = null): UnitNote {
  const startUTC = new Date(AT).toISOString()
  const note = { noteID: 1, dataID: 'tank' as DataId, text: 'Pump', by: null }
  return { ...note, source: source as SourceName | null, startUTC, endUTC, createdUTC: startUTC }
}

describe('the notes on a unit in its charts', () => {
  it('are flagged in each chart, those on a source only where it is drawn', () => {
    const lines = [{ source: 'tank' as SourceName }]

    expect(notesOfChart([note(null), note('tank'), note('room')], lines)).toHaveLength(2)
    expect(notesOfChart([note('room')], [])).toEqual([])
  })

  it('are new at the vertical line, in the period that was zoomed to, or now', () => {
    const line = createVerticalLine()
    expect(timesOfNewNote({ kind: 'rolling', lengthMs: 60 * MINUTE }, line, AT)).toEqual({ from: AT })
    expect(timesOfNewNote({ kind: 'custom', from: 1, to: 2 }, line, AT)).toEqual({ from: 1, to: 2 })
    line.tell({ type: 'switched', on: true })
    line.tell({ type: 'clicked', at: 5 })
    expect(timesOfNewNote({ kind: 'custom', from: 1, to: 2 }, line, AT)).toEqual({ from: 5 })
  })

  it('are shown with what was around them, within all that the charts can show', () => {
    const extent = { kind: 'custom', from: AT - 5 * MINUTE, to: AT + 120 * MINUTE } as const
    const hour = new Date(AT + 60 * MINUTE).toISOString()

    expect(windowAround(note(null), extent, 0)).toEqual({
      kind: 'custom',
      from: AT - 5 * MINUTE,
      to: AT + 15 * MINUTE,
    })
    expect(windowAround(note(null, hour), extent, 0)).toEqual({
      kind: 'custom',
      from: AT - 5 * MINUTE,
      to: AT + 90 * MINUTE,
    })
  })
})
