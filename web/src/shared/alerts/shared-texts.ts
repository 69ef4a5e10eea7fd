import { defineTexts } from '#platform/texts/define-texts.ts'

/** What mails say of an alert in the same words. */
export const tShared = defineTexts('alerts-text', {
  en: () => import('@fieldwatch/messages/alerts-text/en'),
  de: () => import('@fieldwatch/messages/alerts-text/de'),
  fr: () => import('@fieldwatch/messages/alerts-text/fr'),
  es: () => import('@fieldwatch/messages/alerts-text/es'),
})
