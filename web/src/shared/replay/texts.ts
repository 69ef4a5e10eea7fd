import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('replay', {
  en: () => import('@fieldwatch/messages/replay/en'),
  de: () => import('@fieldwatch/messages/replay/de'),
  fr: () => import('@fieldwatch/messages/replay/fr'),
  es: () => import('@fieldwatch/messages/replay/es'),
})
