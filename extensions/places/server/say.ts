import type { ActionsIn } from '@fieldwatch/contract/activity/activity-actions'
import { addSentences } from '@fieldwatch/messages/server-sentences'
import { texts } from '../messages/en.ts'

/** A sentence of this extension for a reader whose language is not known yet. */
export const say = addSentences(texts, new URL('../messages/', import.meta.url))

declare module '@fieldwatch/contract/activity/activity-actions' {
  interface AddedActions extends ActionsIn<typeof texts> {}
}
