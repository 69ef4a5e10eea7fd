import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('unit', {
  en: () => import('@fieldwatch/messages/unit/en'),
  de: () => import('@fieldwatch/messages/unit/de'),
  fr: () => import('@fieldwatch/messages/unit/fr'),
  es: () => import('@fieldwatch/messages/unit/es'),
})
