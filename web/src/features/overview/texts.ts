import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('overview', {
  en: () => import('@fieldwatch/messages/overview/en'),
  de: () => import('@fieldwatch/messages/overview/de'),
  fr: () => import('@fieldwatch/messages/overview/fr'),
  es: () => import('@fieldwatch/messages/overview/es'),
})
