import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('latest', {
  en: () => import('@fieldwatch/messages/latest/en'),
  de: () => import('@fieldwatch/messages/latest/de'),
  fr: () => import('@fieldwatch/messages/latest/fr'),
  es: () => import('@fieldwatch/messages/latest/es'),
})
