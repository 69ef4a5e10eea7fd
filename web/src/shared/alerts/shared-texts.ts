import type { texts } from '@fieldwatch/messages/alerts-text/en'
import { defineTexts } from '#platform/texts/define-texts.ts'

/** What mails say of an alert in the same words. */
export const tShared = defineTexts<typeof texts>(import.meta.glob('/../messages/src/alerts-text/??.*'))
