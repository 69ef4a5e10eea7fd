import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('second-step', {
  en: () => import('@fieldwatch/messages/second-step/en'),
  de: () => import('@fieldwatch/messages/second-step/de'),
  fr: () => import('@fieldwatch/messages/second-step/fr'),
  es: () => import('@fieldwatch/messages/second-step/es'),
})
