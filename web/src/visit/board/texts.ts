import type { texts } from '@fieldwatch/messages/board-screen/en'
import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts<typeof texts>(import.meta.glob('/../messages/src/board-screen/??.ts'))
