import { inEnglish } from '@fieldwatch/server/platform/errors/domain-error'
import { formatCount } from '@fieldwatch/contract/text/number-text'
import { formatDuration } from '@fieldwatch/contract/time/duration-text'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { createGunzip } from 'node:zlib'
import {
  IMPORT_FILE_MAX,
  IMPORT_PART_BYTES,
  type ImportLayout,
  type ImportPreview,
  ImportSettings,
  type RecordImport,
} from '../../contract/record-imports.ts'
import { describeImport } from '../describe-import.ts'
import { type Counts, createImportStore, type StoredImport } from '../import-store.ts'
import type { RefusedLine } from '../read-part.ts'
import { previewImport } from '../preview-import.ts'
import { type ImportParts, runImport } from '../run-import.ts'
import { createImport, putPart, startImport, type SteeringParts } from '../steer-import.ts'
import { sentencesIn } from '@fieldwatch/messages/server-sentences'
import { createUnitStore } from '@fieldwatch/server/fleet/units/unit-store'
import { ArgumentError } from '@fieldwatch/server/commands/admin-arguments'
import type { ImportCommand } from './import-arguments.ts'

export interface ImportingParts {
  readonly steering: SteeringParts
  readonly running: ImportParts
  /** The lease of this process. */
  readonly server: string
  readonly signal: AbortSignal
  /** Reports the progress. */
  readonly print: (line: string) => void
}

/** Refused lines that are reported. */
const MOST_SHOWN = 20

/** Stores the lines of a file, and returns what became of them. */
export async function importFile(parts: ImportingParts, command: ImportCommand): Promise<RecordImport> {
  const { steering, running, server, signal, print } = parts
  const { db } = steering
  if ((await createUnitStore(db).findAccess(command.dataId)) === undefined)
    throw new Error(`There is no unit ${command.dataId}.`)
  const id = await upload(parts, command)
  const store = createImportStore(db)
  const uploaded = await store.get(id)
  const settings = await chooseSettings(parts, command, uploaded).catch(async (error: unknown) => {
    // The file is sent again with other options.
    await store.remove(id)
    throw error
  })
  const watching = setInterval(() => void printProgress(), PROGRESS_MS)
  try {
    await runImport(
      running,
      await startImport(steering, undefined, { id, settings, check: command.check, heldBy: server }),
      {
        server,
        signal,
      },
    )
  } finally {
    clearInterval(watching)
  }
  const ended = await store.get(id)
  printRefusals(print, await store.listRefusals(id, 0, MOST_SHOWN), ended.counts)
  if (command.check) await store.remove(id)
  return describeImport(ended)

  async function printProgress(): Promise<void> {
    const { progress, counts } = describeImport(await store.get(id))
    print(`${Math.floor(progress * 100)} %, ${formatCount(counts.lines)} lines`)
  }
}

const PROGRESS_MS = 2_000

async function upload({ steering, print }: ImportingParts, { dataId, file }: ImportCommand): Promise<number> {
  const isPacked = await isGzip(file)
  const fileBytes = isPacked ? await countUnpacked(file) : (await stat(file)).size
  if (fileBytes === 0) throw new Error(`${file} is empty.`)
  if (fileBytes > IMPORT_FILE_MAX) throw new Error(`${file} is longer than 1 GB. Import it in parts.`)
  const { id } = await createImport(steering, undefined, { dataId, fileName: basename(file).slice(-200), fileBytes })
  print(`Import ${id}: reading ${file}`)
  let part = 0
  for await (const bytes of partsOf(file, isPacked)) {
    await putPart(steering, undefined, { id, part, bytes })
    part += 1
  }
  return id
}

async function isGzip(path: string): Promise<boolean> {
  await using file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
  return buffer[0] === 0x1f && buffer[1] === 0x8b
}

function streamOf(path: string, isPacked: boolean): AsyncIterable<Buffer> {
  const stream = createReadStream(path)
  return isPacked ? stream.pipe(createGunzip()) : stream
}

/** The bytes of a packed file; a little more than the most of a file is enough to refuse it. */
async function countUnpacked(path: string): Promise<number> {
  let bytes = 0
  for await (const piece of streamOf(path, true)) {
    bytes += piece.length
    if (bytes > IMPORT_FILE_MAX) return bytes
  }
  return bytes
}

async function* partsOf(path: string, isPacked: boolean): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let length = 0
  for await (const piece of streamOf(path, isPacked)) {
    let rest = piece
    while (length + rest.length >= IMPORT_PART_BYTES) {
      const fitting = IMPORT_PART_BYTES - length
      yield Buffer.concat([...pieces, rest.subarray(0, fitting)])
      rest = rest.subarray(fitting)
      pieces = []
      length = 0
    }
    if (rest.length > 0) pieces.push(rest)
    length += rest.length
  }
  if (length > 0) yield Buffer.concat(pieces)
}

/** What the file is taken for, with what was asked for. @throws ArgumentError */
async function chooseSettings(
  parts: ImportingParts,
  command: ImportCommand,
  uploaded: StoredImport,
): Promise<ImportSettings> {
  const look = (layout: ImportLayout) => lookAtAll(parts, uploaded, { zone: command.zone, layout })
  const layout = {
    ...(command.delimiter !== undefined && { delimiter: command.delimiter }),
    ...(command.headings !== undefined && { headingLine: command.headings }),
    ...(command.firstLine !== undefined && { firstLine: command.firstLine }),
  }
  const first = await look(layout)
  const places = placesOf(command, first)
  const preview = Object.keys(places).length === 0 ? first : await look({ ...layout, ...places })
  const settings = settingsOf(command, preview)
  for (const line of describePreview({ ...preview, settings })) parts.print(line)
  return settings
}

/** Looks at the whole file. */
async function lookAtAll(
  { steering: { db, clock }, running: { workers }, print }: ImportingParts,
  uploaded: StoredImport,
  asked: { readonly zone: string; readonly layout: ImportLayout },
): Promise<ImportPreview> {
  for (;;) {
    const preview = await previewImport({ db, workers, clock }, uploaded, { ...asked, settings: undefined })
    if (preview.looked === 1) return preview
    print(`Looking at the file: ${Math.floor(preview.looked * 100)} %`)
  }
}

/** The place of a column by its heading, or its number from 1. @throws ArgumentError */
function placeOf(column: string, { columns }: Pick<ImportPreview, 'columns'>): number {
  const headings = columns.map(({ heading }) => heading)
  const place = headings.indexOf(column)
  if (place !== -1) return place
  const number = Number(column)
  if (Number.isInteger(number) && number >= 1 && number <= headings.length) return number - 1
  throw new ArgumentError(`The file has no column ${column}. Its columns are: ${headings.join(', ')}.`)
}

/** The columns that were named for the times and the series. */
function placesOf({ time, timeOfDay, series }: ImportCommand, preview: ImportPreview): ImportLayout {
  return {
    ...(time !== undefined && { timeColumn: placeOf(time, preview), clockColumn: null }),
    ...(timeOfDay !== undefined && { clockColumn: placeOf(timeOfDay, preview) }),
    ...(series !== undefined && { seriesColumn: placeOf(series, preview) }),
  }
}

/** What was asked for, and what the file looks like where nothing was. @throws ArgumentError */
function settingsOf(command: ImportCommand, preview: ImportPreview): ImportSettings {
  const { settings: guessed, values } = preview
  const columns = command.columns.map(({ column, field, type }) => {
    const ofSeries = values.find(({ series }) => series !== null && series === column)
    const place = ofSeries?.column ?? placeOf(column, preview)
    const unit = values.find((one) => one.column === place)?.cellUnit ?? null
    return { column: place, field, type, unit, series: ofSeries?.series ?? null }
  })
  const format = command.format ?? guessed.time.format
  if (format === null) {
    const choices = preview.times.map((one) => `--format ${one.format} (${timesText(one)})`)
    throw new ArgumentError(`The dates of the file fit several orders. Choose one: ${choices.join(', or ')}.`)
  }
  const settings = ImportSettings.safeParse({
    ...guessed,
    source: command.source,
    decimals: command.decimals ?? guessed.decimals,
    missing: command.missing ?? guessed.missing,
    time: { ...guessed.time, format, doubled: command.doubled },
    columns: columns.length > 0 ? columns : guessed.columns,
  })
  if (settings.success) return settings.data
  throw new ArgumentError(inEnglish(settings.error.issues[0]?.message ?? 'The columns cannot be imported like this.'))
}

function timesText({ firstUTC, lastUTC, shortestMs, longestMs }: ImportPreview['times'][number]): string {
  if (firstUTC === null || lastUTC === null) return 'no times'
  const range = `${firstUTC} to ${lastUTC}`
  if (shortestMs === null || longestMs === null) return range
  const steps = [...new Set([shortestMs, longestMs])].map((ms) => formatDuration(ms))
  return `${range}, every ${steps.join(' to ')}`
}

/** What the file is taken for, as a person checks it. */
function describePreview({ settings, times, values }: ImportPreview): string[] {
  const { time, delimiter, decimals, headingLine, firstLine, missing } = settings
  const chosen = times.find(({ format }) => format === time.format)
  const headings = headingLine === null ? 'No headings' : `Headings in line ${headingLine}`
  return [
    `${headings}, records from line ${firstLine}, delimiter ${JSON.stringify(delimiter)}, decimal ${decimals}` +
      (missing.length === 0 ? '' : `, no value: ${missing.join(', ')}`),
    `Time in column ${time.column + 1} (${time.format}, ${time.zone})` +
      (chosen === undefined ? '' : `: ${timesText(chosen)}`),
    ...(chosen === undefined || chosen.doubled === 0
      ? []
      : [`${formatCount(chosen.doubled)} lines are in an hour that clocks repeat: ${DOUBLED_TEXT[time.doubled]}`]),
    ...settings.columns.map(({ column, field, type, series }) => {
      const found = values.find((one) => one.column === column && one.series === series)
      const odd = found?.odd.count ?? 0
      const examples = found?.odd.samples.map(({ line, text }) => `“${text}” in line ${line}`).join(', ')
      const left = odd === 0 ? '' : `; cells left empty: ${formatCount(odd)} (${examples})`
      return `${series ?? `Column ${column + 1}`} as ${field} (${type}${found?.unit ? `, ${found.unit}` : ''})${left}`
    }),
  ]
}

const DOUBLED_TEXT = {
  'in-order': 'the order of the lines decides.',
  earlier: 'all are in the first pass.',
  later: 'all are in the second pass.',
} as const

function printRefusals(
  print: (line: string) => void,
  lines: readonly RefusedLine[],
  { refused, emptied }: Pick<Counts, 'refused' | 'emptied'>,
): void {
  const write = sentencesIn('en')
  for (const { line, reason } of lines) print(`Line ${line}: ${write(reason)}`)
  const counts = `${formatCount(refused)} lines refused, ${formatCount(emptied)} cells left empty`
  if (lines.length === MOST_SHOWN) print(`In all: ${counts}.`)
}
