import { MAX_FIELDS } from '@fieldwatch/contract/telemetry/ingest'
import type { ImportSettings, ImportTimeFormat } from '../contract/record-imports.ts'
import { type Done, threadTask } from '@fieldwatch/server/records/threads/thread-task'
import { cutLines, type FileBytes, type LinePosition } from './cut-lines.ts'
import type { FileLayout } from './guess-layout.ts'
import { type CellTally, createCellCounter, newTally, type SampleCell } from './look-at-cells.ts'
import { createTimeCounter, type TimeTallies } from './look-at-times.ts'
import { createCellReader, seriesOf, timeText } from './read-lines.ts'

/** What is read of a file when it is looked at; a look with another one begins again. */
export interface LookedAt extends FileLayout, Pick<ImportSettings['time'], 'zone' | 'doubled'> {
  readonly formats: readonly ImportTimeFormat[]
}

/** What a file has, as far as it was looked at. */
export interface FileLook {
  readonly position: LinePosition
  /** Lines of the table. */
  lines: number
  readonly times: TimeTallies
  /** The tallies of each series by column, in the order in which they appear; one without a name in a file with one series. */
  readonly series: { readonly name: string; lines: number; readonly cells: (CellTally | null)[] }[]
  /** Lines of series beyond those. */
  furtherSeries: number
  /** Lines that cannot be cut into cells, with the reasons. */
  badLines: number
  readonly badSamples: SampleCell[]
}

export function newLook(): FileLook {
  return {
    position: { line: 1, isSkipping: false },
    lines: 0,
    times: {},
    series: [],
    furtherSeries: 0,
    badLines: 0,
    badSamples: [],
  }
}

export interface LookingAt extends Omit<FileBytes, 'position'> {
  readonly look: FileLook
  readonly of: LookedAt
  readonly now: number
}

interface Looked {
  readonly look: FileLook
  readonly carry: Uint8Array
}

const MOST_SAMPLES = 5

/** Looks at the whole lines of a part of a file. */
export function lookAtPart({ look: before, of, now, ...part }: LookingAt): Done<Looked> {
  // Threads hand over copies.
  const look = before
  const { timeColumn, clockColumn, seriesColumn } = of
  const readCells = createCellReader(of)
  const countCell = createCellCounter()
  const countTime = createTimeCounter(look.times, { ...of, now })
  const places = new Map(look.series.map((one) => [one.name, one] as const))
  const time = { column: timeColumn, timeColumn: clockColumn }
  const { carry, position } = cutLines({ ...part, position: before.position }, of, take)
  return { result: { look: { ...look, position }, carry }, memory: [], spent: [] }

  function take(text: string | undefined, line: number): void {
    const cells = readCells(text, line)
    if (cells === undefined) return
    look.lines += 1
    if ('problem' in cells) {
      look.badLines += 1
      if (look.badSamples.length < MOST_SAMPLES) look.badSamples.push({ line, text: cells.problem })
      return
    }
    const name = seriesOf(cells, seriesColumn)
    const series = places.get(name) ?? addSeries(name)
    if (series === undefined) {
      look.furtherSeries += 1
      return
    }
    series.lines += 1
    countTime(timeText(cells, time), name, line)
    const most = Math.min(cells.length, MAX_FIELDS)
    for (let place = 0; place < most; place += 1) {
      if (place === timeColumn || place === clockColumn || place === seriesColumn) continue
      const cell = cells[place]
      if (cell !== undefined && cell !== '') countCell((series.cells[place] ??= newTally()), cell, line)
    }
  }

  function addSeries(name: string) {
    if (look.series.length >= MAX_FIELDS || (name === '' && seriesColumn !== null)) return undefined
    const added = { name, lines: 0, cells: [] }
    look.series.push(added)
    places.set(name, added)
    return added
  }
}

export const LOOK_AT_PART = threadTask(import.meta.url, lookAtPart)
