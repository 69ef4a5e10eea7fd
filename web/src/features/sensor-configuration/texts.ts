import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('sensor-configuration', {
  en: () => import('@fieldwatch/messages/sensor-configuration/en'),
  de: () => import('@fieldwatch/messages/sensor-configuration/de'),
  fr: () => import('@fieldwatch/messages/sensor-configuration/fr'),
  es: () => import('@fieldwatch/messages/sensor-configuration/es'),
})
