import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('boards', {
  en: () => import('@fieldwatch/messages/boards/en'),
  de: () => import('@fieldwatch/messages/boards/de'),
  fr: () => import('@fieldwatch/messages/boards/fr'),
  es: () => import('@fieldwatch/messages/boards/es'),
})
