import type { ActionsIn } from '@fieldwatch/contract/activity/activity-actions'
import type { Language } from '@fieldwatch/contract/text/languages'
import { addSentences, sentencesIn } from '@fieldwatch/messages/server-sentences'
import { texts } from '../messages/en.ts'

/** A sentence of this extension for a reader whose language is not known yet. */
export const say = addSentences(texts, new URL('../messages/', import.meta.url))

/** The texts of this extension in the language of a reader. */
export function sayIn(language: Language): typeof say {
  const write = sentencesIn(language)
  return (id, ...values) => write(say(id, ...values))
}

declare module '@fieldwatch/contract/activity/activity-actions' {
  interface AddedActions extends ActionsIn<typeof texts> {}
}
