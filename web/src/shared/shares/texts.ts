import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('shares', {
  en: () => import('@fieldwatch/messages/shares/en'),
  de: () => import('@fieldwatch/messages/shares/de'),
  fr: () => import('@fieldwatch/messages/shares/fr'),
  es: () => import('@fieldwatch/messages/shares/es'),
})
