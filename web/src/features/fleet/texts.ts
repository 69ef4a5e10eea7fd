import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('fleet', {
  en: () => import('@fieldwatch/messages/fleet/en'),
  de: () => import('@fieldwatch/messages/fleet/de'),
  fr: () => import('@fieldwatch/messages/fleet/fr'),
  es: () => import('@fieldwatch/messages/fleet/es'),
})
