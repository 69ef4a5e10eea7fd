import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('shell', {
  en: () => import('@fieldwatch/messages/shell/en'),
  de: () => import('@fieldwatch/messages/shell/de'),
  fr: () => import('@fieldwatch/messages/shell/fr'),
  es: () => import('@fieldwatch/messages/shell/es'),
})
