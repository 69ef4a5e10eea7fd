import type { ChangeKind } from '@fieldwatch/contract/consequences/changes'
import { sentencesIn } from '@fieldwatch/messages/server-sentences'
import { languageFor } from '@fieldwatch/messages/server-texts'
import { type QueueMail, toMailName, writeLetter } from '#delivery/mail/queue-mail.ts'
import type { Db } from '#platform/database/database.ts'
import { ABOUT, type About, type AboutAdded, type Made, type Notice } from './declaration.ts'
import { findPersonName } from './actor-store.ts'

export interface MailingParts {
  readonly queueMail: QueueMail
  readonly publicUrl: () => string
}

/** Where people find what a part of a mail lists. */
const TABS: Readonly<Record<About, string>> = {
  'handed-over': 'alerts',
  'given-back': 'alerts',
  ended: 'alerts',
  'no-longer-followed': 'alerts',
}

/** Sends each person one mail about everything of theirs that a change affects: what happened, who did it, and what they can do now. */
export async function mailNotices(
  { queueMail, publicUrl }: MailingParts,
  tx: Db,
  notices: readonly Notice[],
  { reason, letter, caller }: Pick<Made<ChangeKind>, 'reason' | 'letter' | 'caller'>,
): Promise<void> {
  if (notices.length === 0) return
  const actor = caller.userId === undefined ? undefined : await findPersonName(tx, caller.userId)
  for (const own of Map.groupBy(notices, ({ email }) => email).values()) {
    const [recipient] = own
    if (recipient === undefined) continue
    const parts = inOrder(own).flatMap((about) => {
      const things = own.filter((notice) => notice.about === about)
      return things.length === 0 ? [] : [{ about, things }]
    })
    const write = sentencesIn(languageFor(recipient.language))
    const mail = writeLetter(recipient, (t) => {
      const by = actor === undefined ? [] : [t('mails.changed-by', { name: toMailName(actor) })]
      const [first, ...others] = parts
      const subject = (about: About | AboutAdded): string => {
        if (isEnd(about) && letter !== undefined) return letter.subject(t)
        if (others.length > 0) return t('mails.several.subject')
        return typeof about === 'string' ? t(`mails.${about}.subject`) : write(about.subject)
      }
      const advice = (about: About | AboutAdded): string => {
        if (isEnd(about) && letter !== undefined) return letter.advice(t)
        return typeof about === 'string' ? t(`mails.${about}.act`) : write(about.advice)
      }
      return {
        subject: first === undefined ? '' : subject(first.about),
        paragraphs: [
          [reason(t), ...by].join(' '),
          ...parts.flatMap(({ about, things }) => [
            things.map(({ text }) => `- ${typeof text === 'string' ? write(text) : text(t)}`).join('\n'),
            advice(about),
            `${publicUrl()}/settings?tab=${typeof about === 'string' ? TABS[about] : about.tab}`,
          ]),
        ],
      }
    })
    await queueMail(tx, { ...mail, forUser: true })
  }
}

/** What a change may have its own words for. */
function isEnd(about: About | AboutAdded): boolean {
  return about === 'ended' || (typeof about !== 'string' && about.isEnd === true)
}

/** Ends are told ahead of what extensions add besides. */
function inOrder(notices: readonly Notice[]): readonly (About | AboutAdded)[] {
  const added = [...new Set(notices.flatMap(({ about }) => (typeof about === 'string' ? [] : [about])))]
  const others = added.filter((about) => !isEnd(about))
  return [...ABOUT, ...added.filter(isEnd), ...others]
}
