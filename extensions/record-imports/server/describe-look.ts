import type {
  ImportPreview,
  ImportSettings,
  ImportTimeFormat,
  ImportTimes,
  ImportValues,
  PreviewLine,
} from '../contract/record-imports.ts'
import { formatTime, formatTimeOrNull } from '@fieldwatch/server/platform/time/format-time'
import { type Done, threadTask } from '@fieldwatch/server/records/threads/thread-task'
import { chooseFormat } from './choose-format.ts'
import { readTally } from './guess-columns.ts'
import { type Candidate, guessSettings, sourceNameOf } from './guess-settings.ts'
import type { FileLook } from './look-at-part.ts'
import type { TimeTally } from './look-at-times.ts'
import { unitInHeading } from './column-unit.ts'
import { cut, type HeadRead, linesOf } from './read-head.ts'
import { createLineReader, type ReadLine } from './read-lines.ts'
import { writingOf } from './read-value.ts'

export interface LookToDescribe {
  readonly fileName: string
  /** Whole lines of the beginning. */
  readonly bytes: Uint8Array
  readonly head: HeadRead
  readonly look: FileLook
  /** Undefined: as the file looks. */
  readonly settings: ImportSettings | undefined
  readonly now: number
}

type Described = Omit<ImportPreview, 'looked'>

const LINES = 20

/** Describes a file as far as it was looked at, and reads its first lines as they would be stored. */
export function describeLook({ fileName, bytes, head, look, now, ...asked }: LookToDescribe): Done<Described> {
  const { headings, unitsBelow, samples, of } = head
  const { formats: _formats, zone, doubled: _doubled, ...layout } = of
  const source = sourceNameOf(fileName)
  const guessed = guessSettings({ layout, look, headings, unitsBelow, source, zone })
  const settings = asked.settings ?? guessed.settings
  const columns = headings.map((heading, column) => ({
    heading: cut(heading),
    unit: unitsBelow[column] || (unitInHeading(heading) ?? null),
    samples: [...(samples[column] ?? [])],
  }))
  const { choices } = chooseFormat(look.times, layout.dateOrder)
  const formats =
    settings.time.format === null || choices.includes(settings.time.format)
      ? choices
      : [settings.time.format, ...choices]
  const result = {
    settings,
    columns,
    times: formats.flatMap((format) => {
      const tally = look.times[format]
      return tally === undefined ? [] : [describeTimes(format, tally, look)]
    }),
    values: guessed.candidates.map((candidate) => describeValues(candidate, settings)),
    furtherSeries: look.furtherSeries,
    lines: readLines(bytes, settings, now),
  }
  return { result, memory: [], spent: [] }
}

export const DESCRIBE_LOOK = threadTask(import.meta.url, describeLook)

function describeTimes(format: ImportTimeFormat, tally: TimeTally, { badLines, badSamples }: FileLook): ImportTimes {
  const [usual] = Object.entries(tally.steps).toSorted(([, one], [, other]) => other - one)
  return {
    format,
    read: tally.read,
    firstUTC: formatTimeOrNull(tally.least ?? undefined),
    lastUTC: formatTimeOrNull(tally.most ?? undefined),
    shortestMs: tally.shortest,
    longestMs: tally.longest,
    usualMs: usual === undefined ? null : Number(usual[0]),
    doubled: tally.doubled,
    zoned: tally.zoned,
    odd: {
      count: tally.refused + badLines,
      samples: [...badSamples, ...tally.samples].toSorted((a, b) => a.line - b.line),
    },
  }
}

function describeValues(
  { column, series, heading, field, type, unit, measured, tally }: Candidate,
  settings: ImportSettings,
): ImportValues {
  const chosen = settings.columns.find((one) => one.column === column && one.series === series)
  const reading = { ...writingOf(settings), type: chosen?.type ?? type, unit: chosen?.unit ?? unit }
  const { range, ...read } = readTally(tally, reading)
  return {
    column,
    series,
    heading: cut(heading),
    field: chosen?.field ?? field,
    type: reading.type,
    unit: measured,
    cellUnit: unit,
    samples: tally.firstCells,
    ...read,
    least: range?.[0] ?? null,
    most: range?.[1] ?? null,
  }
}

function readLines(bytes: Uint8Array, settings: ImportSettings, now: number): PreviewLine[] {
  const read = createLineReader(settings, now)
  const courses = {}
  const lines: PreviewLine[] = []
  for (const [index, text] of linesOf(bytes, settings).entries()) {
    const found = read(text, index + 1, courses)
    if (found !== undefined) lines.push(describeLine(index + 1, found, settings))
    if (lines.length === LINES) break
  }
  return lines
}

function describeLine(line: number, found: NonNullable<ReadLine>, { columns }: ImportSettings): PreviewLine {
  if ('problem' in found) return { line, messageUTC: null, fields: {}, odd: {}, refusal: found.problem }
  const pairs = columns.flatMap(({ field }, place) => {
    const value = found.values[place]
    return value === undefined ? [] : [[field, value] as const]
  })
  return {
    line,
    messageUTC: formatTime(found.at),
    fields: Object.fromEntries(pairs),
    odd: Object.fromEntries(found.odd.map(({ field, problem }) => [field, problem])),
    refusal: null,
  }
}
