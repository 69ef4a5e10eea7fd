import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('delivery-log', {
  en: () => import('@fieldwatch/messages/delivery-log/en'),
  de: () => import('@fieldwatch/messages/delivery-log/de'),
  fr: () => import('@fieldwatch/messages/delivery-log/fr'),
  es: () => import('@fieldwatch/messages/delivery-log/es'),
})
