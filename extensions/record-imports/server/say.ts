import type { ActionsIn } from '@fieldwatch/contract/activity/activity-actions'
import { addSentences } from '@fieldwatch/messages/server-sentences'
import { texts as de } from '../messages/de.ts'
import { texts as en } from '../messages/en.ts'
import { texts as es } from '../messages/es.ts'
import { texts as fr } from '../messages/fr.ts'

/** A sentence of this extension for a reader whose language is not known yet. */
export const say = addSentences({ en, de, es, fr })

declare module '@fieldwatch/contract/activity/activity-actions' {
  interface AddedActions extends ActionsIn<typeof en> {}
}
