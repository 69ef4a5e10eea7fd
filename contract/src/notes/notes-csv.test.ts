import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SourceName } from '../api/ids.ts'
import { noteLine, notesHead } from './notes-csv.ts'

describe('the notes of a CSV file', () => {
  it('follow an empty line and their headings, whatever is written in them', () => {
    const times = { startUTC: '2026-03-01T08:00:00.000Z', endUTC: null }
    const lines = [
      notesHead(),
      noteLine({ ...times, source: null, text: '=1+1', by: 'Ada, "A"' }),
      noteLine({ ...times, source: 'tank' as SourceName, text: 'one\ntwo', by: null }),
    ]

    assert.equal(
      lines.join(''),
      [
        '',
        'startUTC,endUTC,source,text,by',
        `2026-03-01T08:00:00.000Z,,,'=1+1,"Ada, ""A"""`,
        '2026-03-01T08:00:00.000Z,,tank,"one\ntwo",',
        '',
      ].join('\r\n'),
    )
  })

  it('leave the author out where no column is for one', () => {
    const note = { startUTC: '2026-03-01T08:00:00.000Z', endUTC: '2026-03-01T09:00:00.000Z', source: null, text: 'a' }

    assert.equal(notesHead(['Von', 'Bis']), '\r\nVon,Bis\r\n')
    assert.equal(noteLine(note), '2026-03-01T08:00:00.000Z,2026-03-01T09:00:00.000Z,,a\r\n')
  })
})
