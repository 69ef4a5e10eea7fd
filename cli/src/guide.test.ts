import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { FleetFile } from './files/fleet-file.ts'
import { readYaml } from './files/read-yaml.ts'

const guide = readFileSync(new URL('../../docs/guides/command-line.md', import.meta.url), 'utf8')

it('The fleet of the guide can be read, and the guide names every key of it', () => {
  const [, yaml = ''] = /```yaml\n(.*?)```/s.exec(guide) ?? []

  const { documents, problems } = readYaml('guide.yaml', yaml, FleetFile)

  assert.deepEqual(problems, [])
  assert.equal(documents[0]?.content.units?.[0]?.eventTables?.length, 2)
  const { labels, places, units, alerts } = FleetFile.shape
  for (const { shape } of [labels, places, units, alerts].map((section) => section.unwrap().element)) {
    for (const key of Object.keys(shape)) assert.ok(guide.includes(`\`${key}\``) || key === 'entity', key)
  }
})
