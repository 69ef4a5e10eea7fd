import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('embedded', {
  en: () => import('@fieldwatch/messages/embedded/en'),
  de: () => import('@fieldwatch/messages/embedded/de'),
  fr: () => import('@fieldwatch/messages/embedded/fr'),
  es: () => import('@fieldwatch/messages/embedded/es'),
})
