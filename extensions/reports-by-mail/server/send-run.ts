import { createVersionStore } from '@fieldwatch/server/platform/versions/version-store'
import { DAY_MS } from '@fieldwatch/contract/time/durations'
import { languageFor } from '@fieldwatch/messages/server-texts'
import { createMeasures, type Measures } from '@fieldwatch/contract/measures/measure'
import { preferenceOf } from '@fieldwatch/contract/measures/measure-preference'
import { formatsOf, MOST_REPORT_MAILS, RUNS_KEPT_DAYS } from '../contract/report-schedules.ts'
import { XLSX_TYPE } from '@fieldwatch/contract/tables/xlsx-cells'
import { UNSUBSCRIBE_PATH } from '@fieldwatch/contract/delivery/unsubscribing'
import type { QueueMail } from '@fieldwatch/server/delivery/mail/queue-mail'
import { createOutboxStore } from '@fieldwatch/server/delivery/outbox/outbox-store'
import type { Addressee } from '@fieldwatch/server/people/access/addressee'
import { createPersonStore } from '@fieldwatch/server/people/access/person-store'
import type { Db } from '@fieldwatch/server/platform/database/database'
import type { UnitNotes } from '@fieldwatch/server/fleet/unit-notes/unit-notes'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import type { UnsubscribeLinks } from '@fieldwatch/server/people/credentials/unsubscribe-links'
import type { Platform } from '@fieldwatch/server/platform/floor'
import type { MailedFigures } from './compare-chart.ts'
import { createMakeFiles, isConverted, type MadeFiles, type MakingParts } from './make-files.ts'
import { openContent, type OpenedContent } from './open-content.ts'
import { readReportNotes, type ReportNotes } from './report-notes.ts'
import { type ClaimedRun, createRunStore, type NewMail, type RunEnd } from './run-store.ts'
import { refusalOf } from './schedule-policy.ts'
import { createScheduleStore, type StoredSchedule, VERSIONED } from './schedule-store.ts'
import { type MailedReport, writeReportMail } from './write-report-mail.ts'
import { say } from './say.ts'

export interface SendingParts extends MakingParts, Pick<Platform, 'server' | 'random'> {
  readonly queueMail: QueueMail
  readonly publicUrl: () => string
  readonly unsubscribeLinks: UnsubscribeLinks
  readonly unitNotes: UnitNotes
}

/** As long as mails are tried. */
const WANTED_MS = DAY_MS
/** The outbox knows what became of a mail for as long as the log is kept. */
const KEPT_MS = (RUNS_KEPT_DAYS + 1) * DAY_MS

/** What is not there any more, so that trying again next time cannot help. */
const GONE: ReadonlySet<string> = new Set(['event/not-found', 'event/report-not-found', 'schedule/chart-not-found'])

/** Makes the files of a run and puts them into the outbox for everybody who may get them: once, however often it is tried. */
export async function sendRun(parts: SendingParts, run: ClaimedRun, signal: AbortSignal): Promise<void> {
  const { db, clock } = parts
  const schedule = await createScheduleStore(db).find(run.scheduleId, [])
  if (schedule === undefined) return
  const { dataId, unitEntities: reach, content, rhythm } = schedule
  try {
    const opened = await openContent(parts, { dataId, reach, content, timeZone: rhythm.timeZone })
    const { recipients } = await judge(db, schedule, { sources: opened.sources, now: clock() })
    const notes =
      content.notes === true && recipients.length > 0
        ? await readReportNotes(parts.unitNotes, { dataId, reach, range: run.range, sources: opened.sources })
        : undefined
    const make = createMakeFiles(parts, { schedule, run, opened, notes, signal })
    const files = new Map<string, MadeFiles>()
    for (const person of recipients) {
      const key = fileKey(person, content)
      if (files.has(key)) continue
      const reader = { person, language: languageFor(person.language), measures: measuresOf([person], content) }
      files.set(key, await make(reader))
    }
    const figures = recipients.length === 0 ? undefined : await opened.compare?.(run.range, { now: clock(), signal })
    await handOver(parts, run, { schedule, figures, notes, files, opened })
  } catch (error) {
    if (!(error instanceof DomainError) || !GONE.has(error.code)) throw error
    await stop(parts, run, schedule, error)
  }
}

interface Made {
  readonly schedule: StoredSchedule
  /** By how their recipients read; none where no one was to get them. */
  readonly files: ReadonlyMap<string, MadeFiles>
  readonly opened: OpenedContent
  /** Only for a report that compares periods. */
  readonly figures: MailedFigures | undefined
  /** Only for a report that lists notes. */
  readonly notes: ReportNotes | undefined
}

/** Recipients with the same language and units of measure get the same files; a PDF has times as they read them too. */
function fileKey(person: Addressee, content: StoredSchedule['content']): string {
  const { language, measures, timeFormat } = person
  const isDrawn = formatsOf(content).includes('pdf')
  return JSON.stringify([languageFor(language), isConverted(person, content) && measures, isDrawn && timeFormat])
}

/** The units of measure of people who get the same files; undefined: as sent. */
function measuresOf([person]: readonly Addressee[], content: StoredSchedule['content']): Measures | undefined {
  return person && isConverted(person, content) ? createMeasures(preferenceOf(person.measures)) : undefined
}

async function handOver(
  parts: SendingParts,
  run: ClaimedRun,
  { files, opened, figures, notes, ...made }: Made,
): Promise<void> {
  await parts.db.transaction().execute(async (tx) => {
    const schedule = await lockRun(parts, tx, run, made.schedule)
    if (schedule === undefined) return
    const { recipients, withheld } = await judge(tx, schedule, { sources: opened.sources, now: parts.clock() })
    const runs = createRunStore(tx)
    if (recipients.length === 0) {
      await runs.addMails(run.id, withheld)
      return runs.end(run.id, { state: 'skipped', note: say('not-sent.no-recipients') })
    }
    const groups = Map.groupBy(recipients, (person) => fileKey(person, schedule.content))
    // A recipient was added or prefers another language or other units of measure since: it still waits, and is written again.
    if (groups.keys().some((key) => !files.has(key))) return
    for (const [key, people] of groups) {
      const { attached, leftOut } = files.get(key) ?? NO_FILES
      const attachmentId = attached.length === 0 ? undefined : await attach(parts, tx, attached)
      const measures = measuresOf(people, schedule.content)
      const measured = figures && { ...figures, measures }
      const said = [opened.note, ...leftOut.map(({ reason }) => reason)].filter((text) => text !== undefined)
      const times = Object.fromEntries(attached.map(({ format }) => [format, opened.timeZone(format)]))
      const file = { names: attached.map(({ name }) => name), rows: rowsOf(attached) }
      const report = { ...reportFacts(schedule, run), times, said, file, notes, figures: measured }
      await runs.addMails(run.id, await queueMails(parts, tx, report, { people, attachmentId }))
    }
    await runs.addMails(run.id, withheld)
    const [first = NO_FILES] = groups.keys().map((key) => files.get(key))
    await runs.end(run.id, endOf(first, opened.note))
  })
}

const NO_FILES: MadeFiles = { attached: [], leftOut: [] }

/** A PDF has as many as the other files, and does not count them. */
function rowsOf(attached: MadeFiles['attached']): number | undefined {
  return attached.find(({ rows }) => rows !== undefined)?.rows
}

function endOf({ attached, leftOut }: MadeFiles, note: string | undefined): RunEnd {
  const said = leftOut[0]?.reason ?? note
  if (attached.length === 0) return { state: 'done', note: said }
  return {
    state: 'done',
    note: said,
    fileName: attached.map(({ name }) => name).join(', '),
    rows: rowsOf(attached),
    bytes: attached.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

/** Switches a report off whose content is not there any more, and notifies those who got it. */
async function stop(parts: SendingParts, run: ClaimedRun, seen: StoredSchedule, reason: DomainError): Promise<void> {
  await parts.db.transaction().execute(async (tx) => {
    const schedule = await lockRun(parts, tx, run, seen)
    if (schedule === undefined) return
    const { recipients, withheld } = await judge(tx, schedule, { sources: [], now: parts.clock() })
    const report: MailedReport = {
      ...reportFacts(schedule, run),
      times: {},
      said: [],
      file: { stopped: reason.sentence },
      figures: undefined,
      notes: undefined,
    }
    const mails = await queueMails(parts, tx, report, { people: recipients, attachmentId: undefined })
    await createRunStore(tx).addMails(run.id, [...mails, ...withheld])
    await createRunStore(tx).end(run.id, { state: 'failed', note: reason.sentence })
    await createScheduleStore(tx).update(schedule.id, { dueAt: null, stopped: reason.sentence })
  })
}

/** As it is now; undefined when this server is not to send it any more, or it was changed while the file was made. */
async function lockRun(
  { server }: SendingParts,
  tx: Db,
  run: ClaimedRun,
  seen: StoredSchedule,
): Promise<StoredSchedule | undefined> {
  const store = createScheduleStore(tx)
  await createVersionStore(tx).lock({ ...VERSIONED, id: run.scheduleId })
  if (!(await createRunStore(tx).lock(run.id, server))) return undefined
  const schedule = await store.find(run.scheduleId, [])
  // Still waiting, it is written again.
  return schedule?.version === seen.version ? schedule : undefined
}

interface Judged {
  readonly recipients: readonly Addressee[]
  readonly withheld: readonly NewMail[]
}

/** Who gets it now, and who does not and why. */
async function judge(
  db: Db,
  { recipients, unitEntities }: StoredSchedule,
  { sources, now }: { readonly sources: readonly string[]; readonly now: number },
): Promise<Judged> {
  const people = await createPersonStore(db).listAddressees(recipients)
  const sent = await createRunStore(db).countMails(recipients, now - DAY_MS)
  const judged = people.map((person) => ({
    person,
    refusal:
      refusalOf(person, { unitEntities, sources }) ??
      ((sent.get(person.userId) ?? 0) < MOST_REPORT_MAILS ? undefined : say('not-sent.too-many-reports')),
  }))
  return {
    recipients: judged.filter(({ refusal }) => refusal === undefined).map(({ person }) => person),
    withheld: judged.flatMap(({ person: { userId, email: address }, refusal }) =>
      refusal === undefined ? [] : [{ userId, address, withheld: refusal }],
    ),
  }
}

const MEDIA_TYPES = { csv: 'text/csv; charset=utf-8', xlsx: XLSX_TYPE, pdf: 'application/pdf' } as const

async function attach({ random, clock }: SendingParts, tx: Db, files: MadeFiles['attached']): Promise<string> {
  const id = random.id()
  const typed = files.map(({ name, format, bytes, packed }) => {
    return { name, contentType: MEDIA_TYPES[format], bytes, packed }
  })
  await createOutboxStore(tx).addAttachments(id, typed, clock())
  return id
}

async function queueMails(
  { clock, queueMail, publicUrl, unsubscribeLinks }: SendingParts,
  tx: Db,
  report: MailedReport,
  { people, attachmentId }: { readonly people: readonly Addressee[]; readonly attachmentId: string | undefined },
): Promise<NewMail[]> {
  const now = clock()
  const mails: NewMail[] = []
  for (const { userId, email: to, firstName, language } of people) {
    const link = unsubscribeLinks.write({ userId, reportId: report.scheduleId })
    const reader = {
      firstName,
      language: languageFor(language),
      publicUrl: publicUrl(),
      unsubscribeUrl: `${publicUrl()}${UNSUBSCRIBE_PATH}/${link}`,
    }
    const outboxId = await queueMail(tx, {
      to,
      ...writeReportMail(report, reader),
      ...(attachmentId === undefined ? {} : { attachmentId }),
      expiresAt: now + WANTED_MS,
      keptUntil: now + KEPT_MS,
    })
    mails.push({ userId, address: to, outboxId })
  }
  return mails
}

function reportFacts(
  schedule: StoredSchedule,
  { range }: ClaimedRun,
): Omit<MailedReport, 'file' | 'said' | 'notes' | 'times' | 'figures'> {
  const { id: scheduleId, name, dataId, unitName, content, rhythm } = schedule
  return { scheduleId, name, dataId, unitName, content, rhythm, range }
}
