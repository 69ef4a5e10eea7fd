import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('incidents', {
  en: () => import('@fieldwatch/messages/incidents/en'),
  de: () => import('@fieldwatch/messages/incidents/de'),
  fr: () => import('@fieldwatch/messages/incidents/fr'),
  es: () => import('@fieldwatch/messages/incidents/es'),
})
