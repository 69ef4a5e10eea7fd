import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('ui', {
  en: () => import('@fieldwatch/messages/ui/en'),
  de: () => import('@fieldwatch/messages/ui/de'),
  fr: () => import('@fieldwatch/messages/ui/fr'),
  es: () => import('@fieldwatch/messages/ui/es'),
})
