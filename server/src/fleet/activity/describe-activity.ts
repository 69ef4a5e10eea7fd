import type { TemplateDifference } from '@fieldwatch/contract/templates/template-difference'
import type { Language } from '@fieldwatch/contract/text/languages'
import { actionText, sentencesIn } from '@fieldwatch/messages/server-sentences'
import { changeText } from '#fleet/templates/change-text.ts'
import type { ActivityActor, ActivityEntry } from '@fieldwatch/contract/activity/activity'
import type { Caller } from '#platform/http/caller.ts'
import { formatTime } from '#platform/time/format-time.ts'
import type { ActivityStates, StoredActivity } from './activity-store.ts'

type Person = Pick<Caller, 'reach'>

/** An entry as a caller may see it: users and entities out of reach have no names. */
export function describeActivity({ reach }: Person, entry: StoredActivity, language: Language): ActivityEntry {
  const { user, userId, entity, token } = entry
  const isNear = user !== undefined && reach.includes(user.entity)
  return {
    activityID: entry.id,
    atUTC: formatTime(entry.at),
    actor: actorOf(entry, isNear),
    userUID: isNear ? (userId ?? null) : null,
    name: isNear ? user.name : null,
    token: userId === undefined || isNear ? (token ?? null) : null,
    entity: entity !== undefined && reach.includes(entity) ? entity : null,
    action: entry.action,
    actionText: actionText(entry.action, language),
    subjectKind: entry.subjectKind,
    subjectID: entry.subjectId,
    subjectName: entry.subjectName ?? null,
    // Where someone else's admin sits is not this one's business.
    address: userId === undefined || isNear || user === undefined ? entry.address : '',
  }
}

function actorOf({ userId, user, token }: StoredActivity, isNear: boolean): ActivityActor {
  if (userId === undefined) return token === undefined ? 'portal' : 'token'
  if (user === undefined) return 'removed'
  return isNear ? 'user' : 'outside'
}

/** The thing before and after, without entities that are out of reach. */
export function describeStates(
  { reach }: Person,
  { before, after }: ActivityStates,
  language: Language = 'en',
): { before: unknown; after: unknown } {
  const near = (state: unknown): unknown =>
    withWrittenReason(withWrittenChanges(withoutFarEntities(state, new Set<unknown>(reach)), language), language)
  return { before: near(before), after: near(after) }
}

/** Keys under which entries name entities. */
const ENTITY_KEYS = ['entity', 'entities', 'entityViewing', 'parent']

function withoutFarEntities(state: unknown, reach: ReadonlySet<unknown>): unknown {
  if (typeof state !== 'object' || state === null || Array.isArray(state)) return state
  return Object.fromEntries(
    Object.entries(state).map(([key, value]: [string, unknown]) => {
      if (!ENTITY_KEYS.includes(key)) return [key, value]
      if (Array.isArray(value)) return [key, value.filter((one) => reach.has(one))]
      return [key, typeof value !== 'string' || reach.has(value) ? value : null]
    }),
  )
}

/** Why the portal did it by itself. */
function withWrittenReason(state: unknown, language: Language): unknown {
  if (typeof state !== 'object' || state === null || !('reason' in state) || typeof state.reason !== 'string')
    return state
  return { ...state, reason: sentencesIn(language)(state.reason) }
}

/** What changed in a template, as sentences for the reader. */
function withWrittenChanges(state: unknown, language: Language): unknown {
  if (typeof state !== 'object' || state === null || !('changes' in state) || !Array.isArray(state.changes))
    return state
  const changes: unknown[] = state.changes
  return { ...state, changes: changes.map((one) => (isDifference(one) ? changeText(one, language) : one)) }
}

function isDifference(change: unknown): change is TemplateDifference {
  return typeof change === 'object' && change !== null && 'change' in change && 'kind' in change
}
