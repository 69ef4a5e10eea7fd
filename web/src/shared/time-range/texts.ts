import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('time-range', {
  en: () => import('@fieldwatch/messages/time-range/en'),
  de: () => import('@fieldwatch/messages/time-range/de'),
  fr: () => import('@fieldwatch/messages/time-range/fr'),
  es: () => import('@fieldwatch/messages/time-range/es'),
})
