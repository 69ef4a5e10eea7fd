import { createFieldWords } from '@fieldwatch/messages/changes/field-words'
import { t } from './texts.ts'

export const { fieldText, valueText } = createFieldWords(t)
