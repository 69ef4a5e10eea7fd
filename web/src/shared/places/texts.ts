import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('places', {
  en: () => import('@fieldwatch/messages/places/en'),
  de: () => import('@fieldwatch/messages/places/de'),
  fr: () => import('@fieldwatch/messages/places/fr'),
  es: () => import('@fieldwatch/messages/places/es'),
})
