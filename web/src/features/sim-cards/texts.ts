import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('sim-cards', {
  en: () => import('@fieldwatch/messages/sim-cards/en'),
  de: () => import('@fieldwatch/messages/sim-cards/de'),
  fr: () => import('@fieldwatch/messages/sim-cards/fr'),
  es: () => import('@fieldwatch/messages/sim-cards/es'),
})
