import type { BodyOf } from '@fieldwatch/contract/api/endpoint'
import type { UserId } from '@fieldwatch/contract/api/ids'
import {
  MOST_SCHEDULES,
  type ReportSchedule,
  type ScheduleDraft,
  type updateReportSchedule,
} from '../contract/report-schedules.ts'
import { nextDue, periodBefore } from '../contract/schedule-times.ts'
import { createUnitStore } from '@fieldwatch/server/fleet/units/unit-store'
import { createPersonStore } from '@fieldwatch/server/people/access/person-store'
import { type AuditedChange, createAuditStore } from '@fieldwatch/server/platform/audit/audit-store'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import type { Caller } from '@fieldwatch/server/platform/http/caller'
import type { Clock } from '@fieldwatch/server/platform/time/clock'
import { requireSeen } from '@fieldwatch/server/platform/versions/require-seen'
import { createVersionStore } from '@fieldwatch/server/platform/versions/version-store'
import type { ReportParts } from '@fieldwatch/server/features/events/open-report'
import { requireMayRead } from '@fieldwatch/server/records/store/source-policy'
import { describeSchedule } from './describe-schedules.ts'
import { openContent } from './open-content.ts'
import { createRunStore } from './run-store.ts'
import { createScheduleEndStore } from './schedule-end-store.ts'
import { requireMayChange, requireMayRemove, requireMaySee, requireMaySendTo } from './schedule-policy.ts'
import { createScheduleStore, type StoredSchedule, VERSIONED } from './schedule-store.ts'

export interface ChangeParts extends ReportParts {
  readonly clock: Clock
}

/** @throws DomainError unit/not-found, event/not-found, event/report-not-found, schedule/…, access/forbidden, user/not-found, request/invalid */
export async function createSchedule(
  parts: ChangeParts,
  caller: Caller,
  { dataID: dataId, name, content, rhythm, recipients }: ScheduleDraft,
): Promise<ReportSchedule> {
  const now = parts.clock()
  await createUnitStore(parts.db).getDocument(dataId, caller.reach)
  await requireContent(parts, caller, { dataId, content, rhythm })
  return parts.db.transaction().execute(async (tx) => {
    const store = createScheduleStore(tx)
    if ((await store.countForAdding(caller.entity)) >= MOST_SCHEDULES) throw new DomainError('schedule/too-many')
    await requireRecipients(tx, caller, recipients, await createUnitStore(tx).listEntities(dataId))
    const { entity, userId: by } = caller
    const dueAt = nextDue(rhythm, now)
    const id = await store.create({ dataId, entity, name, content, rhythm, dueAt, by, now })
    await store.setRecipients(id, recipients)
    const made = await getShown(tx, caller, id)
    await record(tx, caller, { at: now, action: 'create report schedule', of: made, after: auditOf(made) })
    return describeSchedule(caller, made)
  })
}

type WantedChange = Omit<BodyOf<typeof updateReportSchedule>, 'version'> & { readonly seen: number | undefined }

/**
 * Changes one; what is left out stays. Anyone who gets it already may stay.
 * @throws DomainError as `createSchedule`; schedule/not-found, schedule/changed
 */
export async function updateSchedule(
  parts: ChangeParts,
  caller: Caller,
  { scheduleID: id, seen, name, content, rhythm, recipients, active }: WantedChange,
): Promise<ReportSchedule> {
  const now = parts.clock()
  const known = requireMayChange(caller, await createScheduleStore(parts.db).find(id, caller.reach))
  const wanted = { content: content ?? known.content, rhythm: rhythm ?? known.rhythm }
  // A stopped report resumes only with something to send.
  const mayResume = active ?? (known.awaitsRecipients && recipients !== undefined)
  if (content !== undefined || mayResume) await requireContent(parts, caller, { dataId: known.dataId, ...wanted })
  return parts.db.transaction().execute(async (tx) => {
    const store = createScheduleStore(tx)
    await createVersionStore(tx).lock({ ...VERSIONED, id })
    const before = requireMayChange(caller, await store.find(id, caller.reach))
    await requireSeen(tx, caller, { ...VERSIONED, id }, seen)
    if (recipients !== undefined) {
      const added = recipients.filter((one) => !before.recipients.includes(one))
      await requireRecipients(tx, caller, added, before.unitEntities)
      await store.setRecipients(id, recipients)
    }
    const isRegained = before.awaitsRecipients && recipients !== undefined && (await canReceive(tx, id, recipients))
    const isActive = active ?? (isRegained || before.dueAt !== undefined)
    const isMoved = rhythm !== undefined || active !== undefined || isRegained
    const dueAt = isActive ? nextDue(rhythm ?? before.rhythm, now) : null
    await store.update(id, {
      ...(name === undefined ? {} : { name }),
      ...(content === undefined ? {} : { content }),
      ...(rhythm === undefined ? {} : { rhythm }),
      ...(isMoved ? { dueAt } : {}),
      ...(isMoved && isActive ? { stopped: null } : {}),
      ...(isMoved && (isActive || active === false) ? { awaitsRecipients: false } : {}),
    })
    await createVersionStore(tx).raise({ ...VERSIONED, id }, { by: caller.userId, at: now })
    const after = await getShown(tx, caller, id)
    const states = { before: auditOf(before), after: auditOf(after) }
    await record(tx, caller, { at: now, action: 'change report schedule', of: after, ...states })
    return describeSchedule(caller, after)
  })
}

/** @throws DomainError schedule/not-found, access/forbidden */
export async function removeSchedule({ db, clock }: ChangeParts, caller: Caller, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const store = createScheduleStore(tx)
    await createVersionStore(tx).lock({ ...VERSIONED, id })
    const of = requireMayRemove(caller, await store.find(id, caller.reach))
    await store.remove(id)
    await record(tx, caller, { at: clock(), action: 'remove report schedule', of, before: auditOf(of) })
  })
}

/**
 * Takes the caller from those who get it. Done again it changes nothing.
 * @throws DomainError schedule/not-found
 */
export async function leaveSchedule({ db, clock }: ChangeParts, caller: Caller, id: number): Promise<void> {
  requireMaySee(caller, await createScheduleStore(db).find(id, caller.reach))
  await endForPerson(db, { id, userId: caller.userId, now: clock() })
}

interface Ending {
  readonly id: number
  readonly userId: UserId
  readonly now: number
}

/** Sends someone a report no more, in the portal or by the link in a mail. */
export async function endForPerson(db: Db, { id, userId, now }: Ending): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const store = createScheduleStore(tx)
    await createVersionStore(tx).lock({ ...VERSIONED, id })
    if (!(await store.removeRecipient(id, userId))) return
    // Anyone who changes it from an older version would put the person back.
    await createVersionStore(tx).raise({ ...VERSIONED, id }, { by: userId, at: now })
    const of = await store.find(id, [])
    if (of === undefined) return
    await createAuditStore(tx).recordChange(
      { userId },
      { kind: 'report schedule', id: `${of.dataId}/${id}`, entity: of.entity },
      { at: now, action: 'leave report schedule', after: { name: of.name } },
    )
  })
}

/**
 * Sends one manually. While a manual one is being written, that is it. Returns the id of the run.
 * @throws DomainError schedule/not-found, access/forbidden, event/not-found, event/report-not-found, schedule/chart-not-found
 */
export async function sendNow(parts: ChangeParts, caller: Caller, id: number): Promise<number> {
  const now = parts.clock()
  const known = requireMayChange(caller, await createScheduleStore(parts.db).find(id, caller.reach))
  await requireContent(parts, caller, known)
  return parts.db.transaction().execute(async (tx) => {
    const store = createScheduleStore(tx)
    await createVersionStore(tx).lock({ ...VERSIONED, id })
    const of = requireMayChange(caller, await store.find(id, caller.reach))
    const runs = createRunStore(tx)
    const range = periodBefore(of.rhythm, now)
    const run =
      (await runs.findAsked(id)) ?? (await runs.create({ scheduleId: id, at: now, asked: true, range, missed: 0 }))
    const after = { name: of.name, from: new Date(range.from), to: new Date(range.to) }
    await record(tx, caller, { at: now, action: 'send report', of, after })
    return run
  })
}

/** What is to be sent is there, and the caller may read it. */
async function requireContent(
  parts: ChangeParts,
  caller: Caller,
  { dataId, content, rhythm }: Pick<StoredSchedule, 'dataId' | 'content' | 'rhythm'>,
): Promise<void> {
  const { sources } = await openContent(parts, { dataId, reach: caller.reach, content, timeZone: rhythm.timeZone })
  for (const source of sources) requireMayRead(caller, source)
}

async function requireRecipients(
  tx: Db,
  caller: Caller,
  named: readonly UserId[],
  unitEntities: StoredSchedule['unitEntities'],
): Promise<void> {
  const people = await createPersonStore(tx).listAddressees(named)
  requireMaySendTo(caller, { people, named, unitEntities })
}

/** Whether one of some recipients of a report that waits for them can get it. */
async function canReceive(tx: Db, id: number, recipients: readonly UserId[]): Promise<boolean> {
  const regained = await createScheduleEndStore(tx).listRegained(recipients)
  return regained.some((one) => one.id === id)
}

async function getShown(tx: Db, caller: Caller, id: number): Promise<StoredSchedule> {
  return requireMaySee(caller, await createScheduleStore(tx).find(id, caller.reach))
}

function auditOf({ name, content, rhythm, recipientNames, dueAt }: StoredSchedule): object {
  return { name, content, rhythm, people: recipientNames, active: dueAt !== undefined }
}

function record(tx: Db, caller: Caller, { of, ...change }: AuditedChange & { of: StoredSchedule }): Promise<void> {
  const subject = { kind: 'report schedule', id: `${of.dataId}/${of.id}`, entity: of.entity }
  return createAuditStore(tx).recordChange(caller, subject, change)
}
