import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ENDPOINTS } from '#endpoints.ts'
import { ERROR_STATUS, errorCodes } from '@fieldwatch/contract/api/errors'
import { sentenceOfCode } from '@fieldwatch/messages/server-sentences'
import { inEnglish } from '#platform/errors/domain-error.ts'
import type { z } from 'zod'
import { topics } from '@fieldwatch/contract/telemetry/ingest'
import { SETTINGS } from '#config.ts'
import { SETTINGS_OF_EXTENSIONS } from '#extension-settings.ts'
import { addressRows, EXTENSION_PAGES, readDocument, sectionOf, tableRows } from './document-tables.ts'

describe('reference pages', () => {
  it('list every error code with its status and sentence, and no other', () => {
    const core = tableRows(readDocument('docs/reference/errors.md'))
    const ofExtensions = EXTENSION_PAGES.flatMap((page) => tableRows(sectionOf(readDocument(page), 'Errors')))

    assert.deepEqual(
      [...core, ...ofExtensions].map(String).sort(),
      errorCodes()
        .map((code) => [code, String(ERROR_STATUS[code]), inEnglish(sentenceOfCode(code))].join())
        .sort(),
    )
  })

  it('list every endpoint with its access, reply and summary, and no other', () => {
    const documented = addressRows()

    const expected = ENDPOINTS.map(({ method, path, access, format, summary }) => [
      method,
      path.replace(/(?<=.)\/$/, '').replaceAll(/:(\w+)/g, '{$1}'),
      access,
      format,
      summary,
    ])
    assert.deepEqual(documented.map(String).sort(), expected.map(String).sort())
  })

  it('list every setting with its default and meaning, and no other', () => {
    const ofCore = tableRows(readDocument('docs/reference/configuration.md'))
    assert.deepEqual(ofCore.map(String).sort(), rowsOf(SETTINGS).map(String).sort())
    const ofExtensions = EXTENSION_PAGES.flatMap((page) => tableRows(sectionOf(readDocument(page), 'Settings')))
    assert.deepEqual(ofExtensions.map(String).sort(), rowsOf(SETTINGS_OF_EXTENSIONS).map(String).sort())
  })

  it('list every topic of a unit', () => {
    const documented = tableRows(readDocument('docs/reference/mqtt.md')).map(([topic]) => topic)

    assert.deepEqual(documented, [
      topics.data('{dataID}', '{source}'),
      topics.actions('{dataID}'),
      topics.errors('{dataID}'),
    ])
  })
})

/** Name, default and meaning of each setting. */
function rowsOf(settings: Readonly<Record<string, z.ZodType>>): (string | undefined)[][] {
  return Object.entries(settings).map(([name, shape]) => {
    const parsed = shape.safeParse(undefined)
    const standard = parsed.success
      ? (parsed.data as string | number | boolean | readonly string[] | undefined)
      : undefined
    return [name, standard === undefined ? '—' : String(standard), shape.description]
  })
}
