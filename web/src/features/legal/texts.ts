import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('legal', {
  en: () => import('@fieldwatch/messages/legal/en'),
  de: () => import('@fieldwatch/messages/legal/de'),
  fr: () => import('@fieldwatch/messages/legal/fr'),
  es: () => import('@fieldwatch/messages/legal/es'),
})
