import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('languages', {
  en: () => import('@fieldwatch/messages/languages/en'),
  de: () => import('@fieldwatch/messages/languages/de'),
  fr: () => import('@fieldwatch/messages/languages/fr'),
  es: () => import('@fieldwatch/messages/languages/es'),
})
