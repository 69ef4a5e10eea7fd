import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('labels', {
  en: () => import('@fieldwatch/messages/labels/en'),
  de: () => import('@fieldwatch/messages/labels/de'),
  fr: () => import('@fieldwatch/messages/labels/fr'),
  es: () => import('@fieldwatch/messages/labels/es'),
})
