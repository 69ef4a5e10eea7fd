import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('measures', {
  en: () => import('@fieldwatch/messages/measures/en'),
  de: () => import('@fieldwatch/messages/measures/de'),
  fr: () => import('@fieldwatch/messages/measures/fr'),
  es: () => import('@fieldwatch/messages/measures/es'),
})
