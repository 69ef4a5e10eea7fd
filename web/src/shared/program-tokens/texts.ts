import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('tokens', {
  en: () => import('@fieldwatch/messages/tokens/en'),
  de: () => import('@fieldwatch/messages/tokens/de'),
  fr: () => import('@fieldwatch/messages/tokens/fr'),
  es: () => import('@fieldwatch/messages/tokens/es'),
})
