import type { texts } from '@fieldwatch/messages/second-step/en'
import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts<typeof texts>(import.meta.glob('/../messages/src/second-step/??.*'))
