import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('board-screen', {
  en: () => import('@fieldwatch/messages/board-screen/en'),
  de: () => import('@fieldwatch/messages/board-screen/de'),
  fr: () => import('@fieldwatch/messages/board-screen/fr'),
  es: () => import('@fieldwatch/messages/board-screen/es'),
})
