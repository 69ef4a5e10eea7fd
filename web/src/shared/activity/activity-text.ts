import { createActivityWords } from '@fieldwatch/messages/activity/activity-words'
import { t } from './texts.ts'

export const { actorText, subjectText } = createActivityWords(t)
