import { defineTexts } from '@fieldwatch/web/platform/texts/define-texts.ts'
import type { texts } from '../messages/en.ts'

export const t = defineTexts<typeof texts>(import.meta.glob('/../extensions/lorawan/messages/??.*'))
