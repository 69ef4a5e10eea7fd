import type { SourceName } from '@fieldwatch/contract/api/ids'
import { useMemo } from 'react'
import type { NoteSpan, UnitNote } from '#platform/extensions/unit-notes.ts'
import { useUnitNotes } from '#platform/extensions/use-unit-notes.ts'
import { type ChartWindow, spanOf } from '#shared/charts/chart-window.ts'
import type { ChartNote } from '#shared/charts/chart-marks.ts'
import type { VerticalLineStore } from '#shared/charts/vertical-line.ts'
import { useUnit } from '#shared/units/unit-context.ts'
import { bandRequestOf } from './event-marks.ts'
import type { ChartView } from './use-chart-view.ts'

/** The notes on the unit that concern what is in sight. */
export function useShownNotes({ window, extent }: Pick<ChartView, 'window' | 'extent'>): {
  readonly span: NoteSpan
  readonly notes: readonly UnitNote[]
} {
  const { dataID } = useUnit().unit
  const span = bandRequestOf(window, extent)
  return { span, notes: useUnitNotes(dataID, span) }
}

/** The notes as one chart flags them: those on the unit, and on the sources that it draws. */
export function useChartNotes(
  notes: readonly UnitNote[],
  lines: readonly { readonly source: SourceName }[],
): readonly ChartNote[] {
  return useMemo(() => notesOfChart(notes, lines), [notes, lines])
}

export function notesOfChart(
  notes: readonly UnitNote[],
  lines: readonly { readonly source: SourceName }[],
): readonly ChartNote[] {
  return notes
    .filter(({ source }) => source === null || lines.some((line) => line.source === source))
    .map(({ startUTC, endUTC }) => ({ from: Date.parse(startUTC), to: Date.parse(endUTC ?? startUTC) }))
}

/** The time of a new note: at the vertical line, the period that was zoomed to, or now. */
export function timesOfNewNote(
  window: ChartWindow,
  line: VerticalLineStore,
  now: number,
): { from: number; to?: number } {
  const { at, pinned } = line.current()
  if (pinned && at !== undefined) return { from: at }
  return window.kind === 'rolling' ? { from: now } : { from: window.from, to: window.to }
}

const AROUND_MS = 15 * 60_000

/** A window that shows a note and what was around it, within all that can be shown. */
export function windowAround(
  { startUTC, endUTC }: Pick<UnitNote, 'startUTC' | 'endUTC'>,
  extent: ChartWindow,
  now: number,
): ChartWindow {
  const [from, to] = [Date.parse(startUTC), Date.parse(endUTC ?? startUTC)]
  const around = Math.max(AROUND_MS, (to - from) / 2)
  const all = spanOf(extent, now)
  const window = { from: Math.max(all.from, from - around), to: Math.min(all.to, to + around) }
  return window.to > window.from ? { kind: 'custom', ...window } : extent
}
