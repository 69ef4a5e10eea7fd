import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('pictures', {
  en: () => import('@fieldwatch/messages/pictures/en'),
  de: () => import('@fieldwatch/messages/pictures/de'),
  fr: () => import('@fieldwatch/messages/pictures/fr'),
  es: () => import('@fieldwatch/messages/pictures/es'),
})
