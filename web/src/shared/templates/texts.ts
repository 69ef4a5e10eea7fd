import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('templates', {
  en: () => import('@fieldwatch/messages/templates/en'),
  de: () => import('@fieldwatch/messages/templates/de'),
  fr: () => import('@fieldwatch/messages/templates/fr'),
  es: () => import('@fieldwatch/messages/templates/es'),
})
