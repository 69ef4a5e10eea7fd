import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('calibration', {
  en: () => import('@fieldwatch/messages/calibration/en'),
  de: () => import('@fieldwatch/messages/calibration/de'),
  fr: () => import('@fieldwatch/messages/calibration/fr'),
  es: () => import('@fieldwatch/messages/calibration/es'),
})
