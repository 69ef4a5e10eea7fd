import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { writeCsv } from './table.ts'
import { type ListedNote, noteSheet } from './note-sheet.ts'

async function* blocksOf(...notes: readonly ListedNote[]) {
  yield notes
}

async function textOf(notes: readonly ListedNote[], headings?: readonly string[]): Promise<string> {
  const sheet = noteSheet({ name: 'Notes', blocks: blocksOf(...notes), ...(headings && { headings }) })
  return (await Array.fromAsync(writeCsv([sheet]))).join('')
}

describe('the notes of a file', () => {
  it('are rows under their headings, whatever is written in them', async () => {
    const times = { startUTC: '2026-03-01T08:00:00.000Z', endUTC: null }

    const text = await textOf([
      { ...times, source: null, text: '=1+1', by: 'Ada, "A"' },
      { ...times, source: 'tank', text: 'one\ntwo', by: null },
    ])

    assert.equal(
      text,
      [
        'startUTC,endUTC,source,text,by',
        `2026-03-01T08:00:00.000Z,,,'=1+1,"Ada, ""A"""`,
        '2026-03-01T08:00:00.000Z,,tank,"one\ntwo",',
        '',
      ].join('\r\n'),
    )
  })

  it('leave the author out where no column is for one', async () => {
    const note = { startUTC: '2026-03-01T08:00:00.000Z', endUTC: '2026-03-01T09:00:00.000Z', source: null, text: 'a' }

    assert.equal(
      await textOf([note], ['Von', 'Bis', 'Quelle', 'Notiz']),
      'Von,Bis,Quelle,Notiz\r\n2026-03-01T08:00:00.000Z,2026-03-01T09:00:00.000Z,,a\r\n',
    )
  })
})
