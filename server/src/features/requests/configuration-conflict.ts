import { say, sentenceOfCode } from '@fieldwatch/messages/server-sentences'
import { UPDATE, actionNameOf } from '@fieldwatch/contract/actions/action-options'
import type { ActionMethod, ActionPayload } from '@fieldwatch/contract/actions/action-messages'
import type { ActionClass } from '@fieldwatch/contract/actions/action-options'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import { formatTime } from '#platform/time/format-time.ts'
import { isConfigured } from './configuration.ts'
import { createConfigurationStore, type LaterChange } from './configuration-store.ts'

interface Asked {
  readonly dataID: DataId
  readonly actionClass: ActionClass
  readonly method: ActionMethod
  readonly payload: ActionPayload
  readonly seen: number | undefined
}

/**
 * Refuses an Update that was made from another configuration than the one that is there. Use it while the unit is locked.
 * @throws DomainError action/configuration-changed
 */
export async function requireCurrent(db: Db, { reach, userId }: Pick<Caller, 'reach' | 'userId'>, asked: Asked) {
  const { dataID: dataId, actionClass, method, payload, seen } = asked
  if (seen === undefined || !isConfigured(actionClass)) return
  if (actionNameOf(actionClass, method, payload) !== UPDATE) return
  const later = await createConfigurationStore(db).findLaterChange({ dataId, actionClass }, seen, reach)
  if (later === undefined) return
  const changedBy = later.userId === userId ? 'You' : later.by
  const changedUTC = formatTime(later.at)
  throw new DomainError('action/configuration-changed', {
    message: changedText(later, { isOwn: later.userId === userId, time: changedUTC.slice(0, 16).replace('T', ' ') }),
    details: { ...(changedBy === null ? {} : { changedBy }), changedUTC },
  })
}

function changedText(
  { userId, by: name }: LaterChange,
  { isOwn, time }: { readonly isOwn: boolean; readonly time: string },
): string {
  const changed = sentenceOfCode('action/configuration-changed')
  if (isOwn) return say('answers.changed.by-you', { changed, time })
  if (name !== null) return say('answers.changed.by', { changed, name, time })
  return userId === null
    ? say('answers.changed.by-unit', { changed, time })
    : say('answers.changed.at', { changed, time })
}
