import type { texts } from '@fieldwatch/messages/shares/en'
import { defineTexts } from '@fieldwatch/web/platform/texts/define-texts.ts'

export const t = defineTexts<typeof texts>(import.meta.glob('/../messages/src/shares/??.*'))
