import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('time-series', {
  en: () => import('@fieldwatch/messages/time-series/en'),
  de: () => import('@fieldwatch/messages/time-series/de'),
  fr: () => import('@fieldwatch/messages/time-series/fr'),
  es: () => import('@fieldwatch/messages/time-series/es'),
})
