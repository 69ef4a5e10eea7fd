import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LANGUAGES } from '@fieldwatch/contract/text/languages'
import { isLiteralElement, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { parseText } from './compile-text.ts'
import { compareWithEnglish, listRooms, readRoom } from './testing/read-rooms.ts'

/** What extensions add to rooms of the core. */
const ADDED = ['errors.', 'fields.', 'activity-actions.', 'answers.', 'mails.', 'not-sent.']

for (const room of listRooms()) {
  describe(`the texts of ${room}`, () => {
    it('have ids that begin with the name of the room', async () => {
      const beginnings = [`${room}.`, ...ADDED]
      const others = Object.keys(await readRoom(room, 'en')).filter(
        (id) => !beginnings.some((one) => id.startsWith(one)),
      )
      assert.deepEqual(others, [])
    })

    it('are in every language', async () => {
      for (const language of LANGUAGES) {
        const { missing, left } = await compareWithEnglish(room, language)
        assert.deepEqual({ missing, left }, { missing: [], left: [] }, `${language}: run npm run texts`)
      }
    })

    it('have the same variables and tags in every language', async () => {
      const english = await readRoom(room, 'en')
      for (const language of LANGUAGES) {
        const texts = await readRoom(room, language)
        for (const [id, text] of Object.entries(english)) {
          const has = namesIn(parseText(id, texts[id] ?? ''))
          assert.deepEqual(has, namesIn(parseText(id, text)), `${language}: ${id}`)
        }
      }
    })

    it('have a plural for one and for others', async () => {
      for (const language of LANGUAGES) {
        for (const [id, text] of Object.entries(await readRoom(room, language))) {
          const forms = pluralsIn(parseText(id, text))
          const wrong = forms.filter((names) => !names.includes('one') || !names.includes('other'))
          assert.deepEqual(wrong, [], `${language}: ${id}`)
        }
      }
    })

    it('are translated: none is marked as untranslated', async () => {
      for (const language of LANGUAGES) {
        const marked = Object.entries(await readRoom(room, language)).filter(([, text]) => text.includes('TRANSLATE'))
        assert.deepEqual(marked, [], language)
      }
    })

    it('quote nothing by accident: an apostrophe before a variable is ’', async () => {
      for (const language of LANGUAGES) {
        const wrong = Object.entries(await readRoom(room, language)).filter(([, text]) => /'[{}<]/.test(text))
        assert.deepEqual(wrong, [], language)
      }
    })
  })
}

/** The variables with what formats them, and the tags, each once. */
function namesIn(parts: readonly MessageFormatElement[]): string[] {
  const names = parts.flatMap((part) => {
    if ('options' in part) return [part.value, ...Object.values(part.options).flatMap(({ value }) => namesIn(value))]
    if ('children' in part) return [`<${part.value}>`, ...namesIn(part.children)]
    return 'value' in part && !isLiteralElement(part) ? [part.value] : []
  })
  return [...new Set(names)].sort()
}

/** The forms of each plural. */
function pluralsIn(parts: readonly MessageFormatElement[]): string[][] {
  return parts.flatMap((part) => {
    if ('children' in part) return pluralsIn(part.children)
    if (!('options' in part)) return []
    const inner = Object.values(part.options).flatMap(({ value }) => pluralsIn(value))
    return 'pluralType' in part ? [Object.keys(part.options), ...inner] : inner
  })
}
