import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('unit-setup', {
  en: () => import('@fieldwatch/messages/unit-setup/en'),
  de: () => import('@fieldwatch/messages/unit-setup/de'),
  fr: () => import('@fieldwatch/messages/unit-setup/fr'),
  es: () => import('@fieldwatch/messages/unit-setup/es'),
})
