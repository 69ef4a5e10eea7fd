import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { FleetFile } from './fleet-file.ts'
import { KIND_NAMES, KINDS } from './kinds/kinds.ts'
import { Misbehaviour } from './misbehaviours/misbehaviour.ts'

const guide = await readFile(new URL('../../docs/development/simulator.md', import.meta.url), 'utf8')

/** The cells of the table row whose first cell is `name`. */
function rowOf(name: string): readonly string[] {
  const line = guide.split('\n').find((candidate) => candidate.startsWith(`| \`${name}\``))
  assert.ok(line, `${name} is not in the guide`)
  return line.split('|').map((cell) => cell.trim())
}

for (const kind of KIND_NAMES) {
  test(`The guide names the sources of a ${kind}`, () => {
    const documented = [...(rowOf(kind)[2] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name)
    const sources = KINDS[kind]({ seed: 1, position: { lat: 0, lon: 0 } }).map(({ name }) => name)
    assert.deepEqual(
      sources.filter((name) => !documented.includes(name)),
      [],
    )
  })
}

for (const option of Misbehaviour.options) {
  const [kind] = option.shape.kind.values
  test(`The guide names the settings of ${kind}`, () => {
    const settings = [...(rowOf(kind ?? '')[2] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name)
    assert.deepEqual(
      settings,
      Object.keys(option.shape).filter((name) => name !== 'kind'),
    )
  })
}

test('The fleet of the guide can be read', () => {
  const [, json = ''] = /```json\n([^]*?)```/.exec(guide) ?? []
  assert.equal(FleetFile.parse(JSON.parse(json)).units.length, 1)
})
