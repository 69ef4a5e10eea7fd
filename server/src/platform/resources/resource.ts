import type { ActivityAction } from '@fieldwatch/contract/activity/activity-actions'
import { type AuditSubject, createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import { requireSeen } from '#platform/versions/require-seen.ts'
import { createVersionStore, type VersionedKind } from '#platform/versions/version-store.ts'

/** What is special about a kind of thing that people add, change and remove. */
export interface ResourceShape<Id extends string | number, Stored> {
  /** As its versions are counted. */
  readonly kind: VersionedKind
  /** Only for a kind of an extension: its table. */
  readonly table?: keyof Tables
  readonly actions: {
    readonly create: ActivityAction
    readonly change: ActivityAction
    readonly remove: ActivityAction
  }
  /** One that the caller may change. @throws DomainError `{thing}/not-found`, access/forbidden */
  readonly get: (tx: Db, caller: Caller, id: Id) => Promise<Stored>
  /** What the audit log keeps of it: no secrets. */
  readonly toLog: (stored: Stored) => object
  /** Whom the audit log names. */
  readonly subject: (stored: Stored, tx: Db, caller: Caller) => AuditSubject | Promise<AuditSubject>
}

/** What the audit log keeps besides. */
interface Logged {
  readonly before?: object
  readonly after?: object
}

/** A change in its transaction; `at` is when it is made. */
type Work<Stored> = (tx: Db, before: Stored, at: number) => Promise<Logged | void>

interface WantedChange<Id> {
  readonly id: Id
  /** The version that the caller saw; undefined: they name none. */
  readonly seen: number | undefined
  /** Locks what must be locked before the thing, so that no two requests wait for each other. */
  readonly hold?: (tx: Db) => Promise<unknown>
}

type Parts = Pick<Platform, 'db' | 'clock'>

/** The order of every change of a thing: lock, get, compare the version seen, change, count the version, log. */
export function createResource<Id extends string | number, Stored>(shape: ResourceShape<Id, Stored>) {
  const { kind, table, actions, get, toLog, subject } = shape

  async function log(tx: Db, caller: Caller, stored: Stored, change: { at: number; action: ActivityAction } & Logged) {
    await createAuditStore(tx).recordChange(caller, await subject(stored, tx, caller), change)
  }

  return {
    get,

    /** `add` returns the id of the new one. */
    create: ({ db, clock }: Parts, caller: Caller, add: (tx: Db, at: number) => Promise<Id>, logged: object = {}) => {
      const at = clock()
      return db.transaction().execute(async (tx): Promise<Stored> => {
        const created = await get(tx, caller, await add(tx, at))
        await log(tx, caller, created, { at, action: actions.create, after: { ...toLog(created), ...logged } })
        return created
      })
    },

    /** Returns it as it is then. @throws DomainError `{thing}/changed` */
    change: ({ db, clock }: Parts, caller: Caller, { id, seen, hold }: WantedChange<Id>, work: Work<Stored>) => {
      const at = clock()
      return db.transaction().execute(async (tx): Promise<Stored> => {
        await hold?.(tx)
        const versions = createVersionStore(tx)
        await versions.lock({ kind, id, table })
        const before = await get(tx, caller, id)
        await requireSeen(tx, caller, { kind, id, table }, seen)
        const logged = (await work(tx, before, at)) ?? {}
        await versions.raise({ kind, id, table }, { by: caller.userId, at })
        const after = await get(tx, caller, id)
        const states = { before: { ...toLog(before), ...logged.before }, after: { ...toLog(after), ...logged.after } }
        await log(tx, caller, after, { at, action: actions.change, ...states })
        return after
      })
    },

    /** Returns it as it was. */
    remove: ({ db, clock }: Parts, caller: Caller, id: Id, work: Work<Stored>) => {
      const at = clock()
      return db.transaction().execute(async (tx): Promise<Stored> => {
        await createVersionStore(tx).lock({ kind, id, table })
        const before = await get(tx, caller, id)
        const logged = (await work(tx, before, at)) ?? {}
        await log(tx, caller, before, { at, action: actions.remove, before: { ...toLog(before), ...logged.before } })
        return before
      })
    },
  }
}
