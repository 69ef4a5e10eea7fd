import type { DataId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type pg from 'pg'
import type { QueueMail } from '#delivery/mail/queue-mail.ts'
import type { Db } from '#platform/database/database.ts'
import type { Platform } from '#platform/floor.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import type { ThreadPool } from '#records/threads/thread-pool.ts'
import { importFromExtensions } from '#testing/extension-parts.ts'
import type { TestApp } from '#testing/test-app.ts'

export interface Case {
  readonly headers: { readonly authorization: string }
  readonly entity: EntityId
  /** Whose messages are judged: the starter, or the owner of its token. */
  readonly userId: UserId
  readonly email: string
}

export interface Begun {
  readonly step: () => Promise<void>
  readonly isDone: () => Promise<boolean>
}

/** Work that continues after its request. */
export interface Work {
  /** Left out: all. */
  readonly starters?: readonly Starter[]
  readonly except?: readonly Way[]
  readonly start: (given: Given) => Promise<Begun>
}

export type Given = Case & { readonly dataId: DataId; readonly bearer: string }

export const STARTERS = ['a user', "a user's token", "an entity's token"] as const
export type Starter = (typeof STARTERS)[number]

/** How a starter loses the right to the work. */
export type Way =
  | 'is a viewer by now'
  | 'is disabled'
  | 'is deleted'
  | 'is of a disabled entity'
  | 'has the unit no more in reach'
  | 'is revoked'

interface Parts extends Pick<Platform, 'bus' | 'clock' | 'log' | 'metrics' | 'random'>, Pick<TestApp, 'call' | 'db'> {
  readonly background: { readonly db: Db; readonly pool: pg.Pool }
  readonly workers: ThreadPool
  readonly reader: RecordReader
  readonly queueMail: QueueMail
  /** Delivers what waits in the outbox, as a worker does. */
  readonly deliver: () => Promise<void>
  /** Whether a mail was delivered. */
  readonly isSent: (outboxId: string) => boolean
}

/** What an extension exports from `testing/work.ts`. */
export interface WorkOfExtension {
  readonly createWork: (parts: Parts) => Readonly<Record<string, Work>>
}

export const WORK_OF_EXTENSIONS = await importFromExtensions<WorkOfExtension>('work')
