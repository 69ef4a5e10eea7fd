import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('widgets', {
  en: () => import('@fieldwatch/messages/widgets/en'),
  de: () => import('@fieldwatch/messages/widgets/de'),
  fr: () => import('@fieldwatch/messages/widgets/fr'),
  es: () => import('@fieldwatch/messages/widgets/es'),
})
