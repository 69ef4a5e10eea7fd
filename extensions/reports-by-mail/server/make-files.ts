import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import type { Measures } from '@fieldwatch/contract/measures/measure'
import { type AttachedFormat, formatsOf, MOST_MAIL_BYTES, MOST_REPORT_BYTES } from '../contract/report-schedules.ts'
import type { FileFormat } from '@fieldwatch/contract/tables/table'
import type { Language } from '@fieldwatch/contract/text/languages'
import type { SharedTables } from '@fieldwatch/server/doors/visitors/shared-events'
import type { Draw } from '@fieldwatch/server/doors/visitors/drawing'
import type { ReportParts } from '@fieldwatch/server/features/events/open-report'
import type { Addressee } from '@fieldwatch/server/people/access/addressee'
import type { Platform } from '@fieldwatch/server/platform/floor'
import { lookAtReport } from './draw-report.ts'
import type { OpenedContent } from './open-content.ts'
import { type PackedFile, packFile } from './pack-file.ts'
import { notesInFile, type ReportNotes } from './report-notes.ts'
import type { ClaimedRun } from './run-store.ts'
import type { StoredSchedule } from './schedule-store.ts'
import { say } from './say.ts'

export interface MakingParts extends ReportParts, Pick<Platform, 'clock' | 'log'> {
  readonly sharedTables: SharedTables
  /** Undefined: the portal has no browser. */
  readonly draw: Draw | undefined
}

/** The files of a report for people who read alike. */
export interface MadeFiles {
  readonly attached: readonly NamedFile[]
  /** What is not attached, each with a sentence why. */
  readonly leftOut: readonly { readonly format: AttachedFormat; readonly reason: string }[]
}

type NamedFile = Omit<PackedFile, 'rows'> & {
  readonly name: string
  readonly format: AttachedFormat
  /** Undefined: it does not count them. */
  readonly rows: number | undefined
}

interface Made {
  readonly schedule: StoredSchedule
  readonly run: ClaimedRun
  readonly opened: OpenedContent
  readonly notes: ReportNotes | undefined
  readonly signal: AbortSignal
}

/** How people read. */
interface Reader {
  /** One of them, for whom a PDF is drawn. */
  readonly person: Addressee
  readonly language: Language
  /** Undefined: as sent. */
  readonly measures: Measures | undefined
}

const compress = promisify(zstdCompress)

/** Prepares to make the files of a run; each call makes them for people who read alike. */
export function createMakeFiles(parts: MakingParts, { schedule, run, opened, notes, signal }: Made) {
  const { content, rhythm } = schedule
  const title = `${schedule.unitName} · ${schedule.name}`
  /** A browser that failed once in a run is not waited for again. */
  let hasFailed = false

  return async (reader: Reader): Promise<MadeFiles> => {
    const attached: NamedFile[] = []
    const leftOut: MadeFiles['leftOut'][number][] = []
    let left = MOST_MAIL_BYTES
    const formats = formatsOf(content)
    for (const format of formats) {
      const name = datedName(opened.fileName, { rhythm, run, format })
      const mostBytes = Math.min(left, MOST_REPORT_BYTES)
      const file = format === 'pdf' ? await drawFile(reader) : await writeFile(reader, { format, mostBytes })
      if (typeof file === 'string') {
        leftOut.push({ format, reason: file })
      } else if (file === undefined || file.bytes > mostBytes) {
        leftOut.push({ format, reason: tooLong(name, { isOnly: formats.length === 1, isFull: mostBytes === left }) })
      } else {
        attached.push({ ...file, name, format })
        left -= file.bytes
      }
    }
    return { attached, leftOut }
  }

  /** Undefined when it is longer than it may be. */
  async function writeFile(
    { language, measures }: Reader,
    { format, mostBytes }: { readonly format: FileFormat; readonly mostBytes: number },
  ): Promise<PackedFile | undefined> {
    const table = await opened.read(run.range, { format, now: parts.clock(), signal, measures, language })
    const about = { format, timeZone: opened.timeZone(format) }
    const others = notes === undefined ? [] : notesInFile(notes, { ...about, language })
    return packFile([{ name: schedule.name, ...table }, ...others], { ...about, mostBytes, signal })
  }

  /** Or a sentence why there is none. */
  async function drawFile({ person, language }: Reader): Promise<Omit<NamedFile, 'name' | 'format'> | string> {
    const { draw, log } = parts
    if (draw === undefined) return say('not-sent.no-browser')
    if (hasFailed) return say('not-sent.not-drawn')
    const { userId, timeFormat } = person
    const measures = isConverted(person, content) ? person.measures : null
    try {
      const pdf = await draw({
        person: userId,
        reader: { timeFormat, measures, timeZone: opened.timeZone('pdf') },
        language,
        title,
        look: () => lookAtReport(parts, { schedule, userId, range: run.range }),
        signal,
      })
      return { rows: undefined, bytes: pdf.length, packed: await compress(pdf) }
    } catch (error) {
      signal.throwIfAborted()
      hasFailed = true
      log.error({ err: error, scheduleId: schedule.id, runId: run.id }, 'drawing a PDF failed')
      return say('not-sent.not-drawn')
    }
  }
}

function tooLong(file: string, { isOnly, isFull }: { readonly isOnly: boolean; readonly isFull: boolean }): string {
  if (isOnly) return say('not-sent.too-long')
  return say(isFull ? 'not-sent.no-room' : 'not-sent.file-too-long', { file })
}

/** Whether a person gets values in the units of measure that they prefer. */
export function isConverted({ measures }: Addressee, { units }: StoredSchedule['content']): boolean {
  return units === 'preferred' && measures !== null
}

interface Named {
  readonly rhythm: StoredSchedule['rhythm']
  readonly run: ClaimedRun
  readonly format: AttachedFormat
}

/** `unit-1_too_warm_per_event_2026-11-16.csv`: of the day with which its time begins. */
function datedName(fileName: string, { rhythm: { timeZone }, run: { range }, format }: Named): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(range.from)
  return `${fileName}_${day}.${format}`
}
