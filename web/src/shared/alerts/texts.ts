import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('alerts', {
  en: () => import('@fieldwatch/messages/alerts/en'),
  de: () => import('@fieldwatch/messages/alerts/de'),
  fr: () => import('@fieldwatch/messages/alerts/fr'),
  es: () => import('@fieldwatch/messages/alerts/es'),
})
