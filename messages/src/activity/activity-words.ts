import type { ActivityEntry } from '@fieldwatch/contract/activity/activity'
import type { Texts } from '../texts-of.ts'
import type { texts } from './en.ts'

/** Kinds whose identifiers people know. */
const READABLE_IDS: ReadonlySet<string> = new Set(['unit', 'unit labels', 'source', 'calculated source', 'event table'])

/** Entries of the activity as people read them, on screens and in files. */
export function createActivityWords(t: Texts<typeof texts>) {
  return {
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
