import type { texts } from '@fieldwatch/messages/nearest-units/en'
import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts<typeof texts>(import.meta.glob('/../messages/src/nearest-units/??.*'))
