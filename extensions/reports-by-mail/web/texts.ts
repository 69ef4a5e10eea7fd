import type { texts } from '../messages/en.ts'
import { defineTexts } from '@fieldwatch/web/platform/texts/define-texts.ts'

export const t = defineTexts<typeof texts>(import.meta.glob('/../extensions/reports-by-mail/messages/??.*'))
