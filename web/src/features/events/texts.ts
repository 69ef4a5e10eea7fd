import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('events', {
  en: () => import('@fieldwatch/messages/events/en'),
  de: () => import('@fieldwatch/messages/events/de'),
  fr: () => import('@fieldwatch/messages/events/fr'),
  es: () => import('@fieldwatch/messages/events/es'),
})
