import type { Db } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createVersionStore, type LastChange, type Versioned, type VersionedKind } from './version-store.ts'
import { say, sentenceOfCode } from '@fieldwatch/messages/server-sentences'
import type { UserId } from '@fieldwatch/contract/api/ids'
import { DomainError } from '#platform/errors/domain-error.ts'

/**
 * Refuses a change that was made from another version than the current one; a change that names no version passes. Use it in the
 * transaction of the change, after locking the thing.
 * @throws DomainError `{kind}/changed`
 */
export async function requireSeen(
  db: Db,
  { reach, userId }: Pick<Caller, 'reach' | 'userId'>,
  thing: Versioned,
  seen: number | undefined,
): Promise<void> {
  if (seen === undefined) return
  const last = await createVersionStore(db).findLastChange(thing, reach)
  if (last !== undefined && last.version !== seen) throw conflictOf(thing.kind, last, userId)
}

/** Refuses a change that was made from another version, and says who changed it in the meantime and when. */
export function conflictOf(kind: VersionedKind, { userId, name, at }: LastChange, asker: UserId): DomainError {
  const isOwn = userId === asker
  const changedBy = isOwn ? 'You' : name
  return new DomainError(`${kind}/changed`, {
    ...(at === undefined ? {} : { message: changedText(sentenceOfCode(`${kind}/changed`), { isOwn, name, at }) }),
    details: {
      ...(changedBy === undefined ? {} : { changedBy }),
      ...(at === undefined ? {} : { changedUTC: at.toISOString() }),
    },
  })
}

function changedText(
  changed: string,
  { isOwn, name, at }: Pick<LastChange, 'name'> & { isOwn: boolean; at: Date },
): string {
  const time = at.toISOString().slice(0, 16).replace('T', ' ')
  if (isOwn) return say('answers.changed.by-you', { changed, time })
  return name === undefined
    ? say('answers.changed.at', { changed, time })
    : say('answers.changed.by', { changed, name, time })
}
