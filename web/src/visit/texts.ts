import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('visit', {
  en: () => import('@fieldwatch/messages/visit/en'),
  de: () => import('@fieldwatch/messages/visit/de'),
  fr: () => import('@fieldwatch/messages/visit/fr'),
  es: () => import('@fieldwatch/messages/visit/es'),
})
