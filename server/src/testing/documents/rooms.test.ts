import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { it } from 'node:test'
import { readDocument, REPOSITORY, sectionOf, tableRows } from './document-tables.ts'

const FLOORS = ['features', 'doors', 'records', 'fleet', 'people', 'delivery', 'platform']
const HEADING = 'The floors of the server'

it('the page of rooms lists every room of each floor, and no other', () => {
  const documented = new Map(FLOORS.map((floor) => [floor, new Set<string>()]))
  let here: Set<string> | undefined
  for (const [floor = '', rooms = ''] of tableRows(sectionOf(readDocument('docs/development/rooms.md'), HEADING))) {
    if (floor !== '') here = documented.get(floor.replace('/', ''))
    for (const [, room = ''] of rooms.matchAll(/([a-z-]+)\//g)) here?.add(room)
  }

  for (const [floor, rooms] of documented) {
    const folders = globSync(`server/src/${floor}/*/`, { cwd: REPOSITORY }).map((path) => basename(path))
    assert.deepEqual([...rooms].sort(), folders.sort(), floor)
  }
})
