import { inEnglish } from '#platform/errors/domain-error.ts'
import { formatCount } from '@fieldwatch/contract/text/number-text'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { createGunzip } from 'node:zlib'
import {
  IMPORT_FILE_MAX,
  IMPORT_PART_BYTES,
  ImportSettings,
  type RecordImport,
} from '@fieldwatch/contract/telemetry/record-imports'
import { describeImport } from '#features/imports/describe-import.ts'
import { createImportStore } from '#features/imports/import-store.ts'
import type { RefusedLine } from '#features/imports/read-part.ts'
import { previewImport } from '#features/imports/preview-import.ts'
import { type ImportParts, runImport } from '#features/imports/run-import.ts'
import { createImport, putPart, startImport, type SteeringParts } from '#features/imports/steer-import.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { ArgumentError } from './admin-arguments.ts'
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
  const asked = {
    settings: undefined,
    zone: command.zone,
    delimiter: command.delimiter,
    now: steering.clock(),
  }
  const uploaded = await store.get(id)
  const { settings: guessed, columns } = await previewImport({ db, workers: running.workers }, uploaded, asked)
  const settings = settingsOf(
    command,
    guessed,
    columns.map(({ heading }) => heading),
  )
  print(describeSettings(settings))
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
  printRefusals(print, await store.listRefusals(id, 0, MOST_SHOWN), ended.counts.refused)
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

/** What was asked for, and what the file looks like where nothing was. @throws ArgumentError */
function settingsOf(command: ImportCommand, guessed: ImportSettings, headings: readonly string[]): ImportSettings {
  const placeOf = (column: string): number => {
    const place = headings.indexOf(column)
    if (place !== -1) return place
    const number = Number(column)
    if (Number.isInteger(number) && number >= 1 && number <= headings.length) return number - 1
    throw new ArgumentError(`The file has no column ${column}. Its columns are: ${headings.join(', ')}.`)
  }
  const column = command.time === undefined ? guessed.time.column : placeOf(command.time)
  const timeColumn =
    command.timeOfDay !== undefined
      ? placeOf(command.timeOfDay)
      : command.time === undefined
        ? guessed.time.timeColumn
        : null
  const columns =
    command.columns.length > 0
      ? command.columns.map((one) => ({ ...one, column: placeOf(one.column) }))
      : guessed.columns.filter((one) => one.column !== column && one.column !== timeColumn)
  const settings = ImportSettings.safeParse({
    ...guessed,
    source: command.source,
    delimiter: command.delimiter ?? guessed.delimiter,
    decimals: command.decimals ?? guessed.decimals,
    headings: command.headings ?? guessed.headings,
    time: {
      column,
      timeColumn,
      format: command.format ?? guessed.time.format,
      zone: command.zone,
      doubled: command.doubled,
    },
    columns,
  })
  if (settings.success) return settings.data
  throw new ArgumentError(inEnglish(settings.error.issues[0]?.message ?? 'The columns cannot be imported like this.'))
}

function describeSettings({ time, delimiter, decimals, columns }: ImportSettings): string {
  const fields = columns.map(({ column, field, type }) => `column ${column + 1} as ${field} (${type})`).join(', ')
  return (
    `Time in column ${time.column + 1} (${time.format}, ${time.zone}), delimiter ${JSON.stringify(delimiter)}, ` +
    `decimal ${decimals}; ${fields}`
  )
}

function printRefusals(print: (line: string) => void, lines: readonly RefusedLine[], refused: number): void {
  for (const { line, reason } of lines) print(`Line ${line} refused: ${reason}`)
  if (refused > lines.length) print(`${formatCount(refused - lines.length)} more lines are refused.`)
}
