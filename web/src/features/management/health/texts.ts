import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('unit-health', {
  en: () => import('@fieldwatch/messages/unit-health/en'),
  de: () => import('@fieldwatch/messages/unit-health/de'),
  fr: () => import('@fieldwatch/messages/unit-health/fr'),
  es: () => import('@fieldwatch/messages/unit-health/es'),
})
