import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('mappings', {
  en: () => import('@fieldwatch/messages/mappings/en'),
  de: () => import('@fieldwatch/messages/mappings/de'),
  fr: () => import('@fieldwatch/messages/mappings/fr'),
  es: () => import('@fieldwatch/messages/mappings/es'),
})
