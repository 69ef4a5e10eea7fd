import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ACTIVITY_ACTIONS } from '@fieldwatch/contract/activity/activity-actions'
import { LANGUAGES } from '@fieldwatch/contract/text/languages'
import { actionText } from './server-sentences.ts'

describe('what was done', () => {
  for (const [action, text] of [
    ['create unit', 'Created a unit'],
    ['update sim', 'Updated a SIM card'],
    ['fail to sign in', 'Failed to sign in'],
    ['an action of a newer portal', 'an action of a newer portal'],
  ] as const)
    it(`of “${action}” reads “${text}”`, () => {
      assert.equal(actionText(action, 'en'), text)
    })

  for (const language of LANGUAGES)
    it(`has a text of its own for each action in ${language}`, () => {
      const texts = ACTIVITY_ACTIONS.map((action) => actionText(action, language))

      assert.deepEqual(
        texts.filter((text, index) => texts.indexOf(text) !== index || text === ACTIVITY_ACTIONS[index]),
        [],
      )
    })
})
