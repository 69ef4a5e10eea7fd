import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('map', {
  en: () => import('@fieldwatch/messages/map/en'),
  de: () => import('@fieldwatch/messages/map/de'),
  fr: () => import('@fieldwatch/messages/map/fr'),
  es: () => import('@fieldwatch/messages/map/es'),
})
