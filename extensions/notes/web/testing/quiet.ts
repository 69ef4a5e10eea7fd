import { answerTo } from '@fieldwatch/web/testing/answers.ts'
import { listNotes } from '../../contract/notes.ts'

/** There are no notes. */
export const QUIET = [answerTo(listNotes, () => ({ notes: [], next: null }))]
