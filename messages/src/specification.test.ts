import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listRooms, readRoom } from './testing/read-rooms.ts'
import { SPECIFICATION_CONSTANTS, SPECIFICATION_TEXTS } from './testing/specification-texts.ts'

const rooms = await Promise.all(listRooms().map((room) => readRoom(room, 'en')))
const catalogue = Object.assign({}, ...rooms) as Record<string, string>

for (const { section, text, id } of SPECIFICATION_TEXTS) {
  test(`${id} is word for word what the specification has (document and section ${section})`, () => {
    assert.equal(catalogue[id], text)
  })
}

for (const { section, text, constant } of SPECIFICATION_CONSTANTS) {
  test(`${text} is word for word what the specification has (document and section ${section})`, () => {
    assert.equal(constant, text)
  })
}
