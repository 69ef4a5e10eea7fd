import { say, sentenceOfCode } from '@fieldwatch/messages/server-sentences'
import type { UserId } from '@fieldwatch/contract/api/ids'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { LastChange, VersionedKind } from './version-store.ts'

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
