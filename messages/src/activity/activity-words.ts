import type { ActivityEntry } from '@fieldwatch/contract/activity/activity'
import { ACTIVITY_ACTIONS, type ActivityAction } from '@fieldwatch/contract/activity/activity-actions'
import type { Texts } from '../texts-of.ts'
import type { texts } from './en.ts'

/** `create unit` has the text `create-unit`. */
type Hyphenated<Words extends string> = Words extends `${infer First} ${infer Rest}`
  ? `${First}-${Hyphenated<Rest>}`
  : Words

/** Kinds whose identifiers people know. */
const READABLE_IDS: ReadonlySet<string> = new Set(['unit', 'unit labels', 'source', 'calculated source', 'event table'])

/** Entries of the activity as people read them, on screens and in files. */
export function createActivityWords(t: Texts<typeof texts>) {
  return {
    /** What was done: `create unit` reads `Created a unit`. */
    actionText: (action: string): string => {
      const known = ACTIVITY_ACTIONS.find((one) => one === action)
      // `replaceAll` does not tell its type.
      return known === undefined
        ? action
        : t(`activity.action.${known.replaceAll(' ', '-') as Hyphenated<ActivityAction>}`)
    },

    /** Who did it. */
    actorText: ({ actor, name, token, action, subjectKind }: ActivityEntry): string => {
      if (actor === 'user')
        return token === null ? (name ?? '') : t('activity.actor.token', { token, name: name ?? '' })
      if (actor === 'token') return t('activity.actor.token.entity', { token: token ?? '' })
      if (actor === 'removed' || actor === 'outside') return t(`activity.actor.${actor}`)
      // The portal does not know who it was.
      const isAttempt = subjectKind === 'address' || action === 'fail to sign in' || action === 'lock sign-in'
      return isAttempt ? t('activity.actor.anonymous') : t('activity.actor.portal')
    },

    /** What it was done to: its name, and its identifier where that says more. */
    subjectText: ({ subjectKind, subjectID, subjectName }: ActivityEntry): string => {
      if (subjectName === null) return subjectID
      return READABLE_IDS.has(subjectKind) && subjectName !== subjectID
        ? t('activity.subject.id', { name: subjectName, id: subjectID })
        : subjectName
    },
  }
}
