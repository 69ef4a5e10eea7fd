import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ENDPOINTS } from '@fieldwatch/contract/endpoints'
import { ERROR_CODES, ERROR_STATUS } from '@fieldwatch/contract/api/errors'
import { texts } from '@fieldwatch/messages/errors/en'
import { topics } from '@fieldwatch/contract/telemetry/ingest'
import { SETTINGS } from '#config.ts'
import { readDocument, tableRows } from './document-tables.ts'

describe('reference pages', () => {
  it('list every error code with its status and sentence, and no other', () => {
    const documented = tableRows(readDocument('docs/reference/errors.md'))

    assert.deepEqual(
      documented,
      ERROR_CODES.map((code) => [code, String(ERROR_STATUS[code]), texts[`errors.${code}`]]),
    )
  })

  it('list every endpoint with its access, reply and summary, and no other', () => {
    const documented = tableRows(readDocument('docs/reference/http.md'))

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
    const documented = tableRows(readDocument('docs/reference/configuration.md'))

    const expected = Object.entries(SETTINGS).map(([name, shape]) => {
      const parsed = shape.safeParse(undefined)
      const standard: string | number | boolean | readonly string[] | undefined = parsed.success
        ? parsed.data
        : undefined
      return [name, standard === undefined ? '—' : String(standard), shape.description]
    })
    assert.deepEqual(documented, expected)
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
