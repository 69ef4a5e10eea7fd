import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('calculations', {
  en: () => import('@fieldwatch/messages/calculations/en'),
  de: () => import('@fieldwatch/messages/calculations/de'),
  fr: () => import('@fieldwatch/messages/calculations/fr'),
  es: () => import('@fieldwatch/messages/calculations/es'),
})
