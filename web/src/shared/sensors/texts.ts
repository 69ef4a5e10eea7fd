import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('sensors', {
  en: () => import('@fieldwatch/messages/sensors/en'),
  de: () => import('@fieldwatch/messages/sensors/de'),
  fr: () => import('@fieldwatch/messages/sensors/fr'),
  es: () => import('@fieldwatch/messages/sensors/es'),
})
