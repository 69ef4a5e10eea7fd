import type { TemplateDifference } from '@fieldwatch/contract/templates/template-difference'
import type { Language } from '@fieldwatch/contract/text/languages'
import { textsIn } from '@fieldwatch/messages/server-texts'
import { differenceText } from '@fieldwatch/messages/template-differences/difference-text'

const LONGEST_CHANGE = 300

/** A stored change of a template for its reader. Older versions of the portal kept English sentences. */
export function changeText(change: TemplateDifference | string, language: Language): string {
  const text = typeof change === 'string' ? change : differenceText(textsIn(language), change)
  return text.length <= LONGEST_CHANGE ? text : `${text.slice(0, LONGEST_CHANGE - 1)}…`
}
