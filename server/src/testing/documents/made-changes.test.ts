import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { CHANGE_KINDS } from '@fieldwatch/contract/consequences/changes'

const SERVER = path.join(import.meta.dirname, '../..')

function listSources(): string[] {
  const names = globSync('**/*.ts', { cwd: SERVER }).filter(
    (name) => !/\.test\.ts$|^testing\/|^delivery\/consequences\/|-consequences\.ts$/v.test(name),
  )
  return names.map((name) => readFileSync(path.join(SERVER, name), 'utf8'))
}

describe('changes that dialogs and the reference name', () => {
  it('are each made by an operation', () => {
    const operations = listSources().filter((text) => /\bfollowChange\(|\bMade</v.test(text))

    const unmade = CHANGE_KINDS.filter((kind) => !operations.some((text) => text.includes(`'${kind}'`)))

    assert.deepEqual(unmade, [])
  })
})
