import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { shownCurrent } from './current-values.ts'

const record = (at: number, values: object) => ({ at, receivedAt: at, fields: JSON.stringify(values) })
const field = (name: string, records: number) => ({ source: 'tank', field: name, records })

describe('what of current records is shown', () => {
  it('is of each record what is shown of so many, and the latest of the rest', () => {
    const records = [record(3, { row: 3 }), record(2, { row: 2, gauge: 20 }), record(1, { row: 1, gauge: 10 })]
    const older = [record(0, { old: 5, hidden: 1 })]

    assert.deepEqual(shownCurrent({ records, older }, [field('row', 2), field('gauge', 1), field('old', 1)]), {
      records: [record(3, { row: 3 }), record(2, { row: 2 })],
      older: [record(2, { gauge: 20 }), record(0, { old: 5 })],
    })
  })

  it('takes null for no value, and leaves out records with nothing that is shown', () => {
    const records = [record(2, { gauge: null, hidden: 1 }), record(1, { gauge: 10 })]

    assert.deepEqual(shownCurrent({ records, older: [] }, [field('gauge', 1)]), {
      records: [record(2, { gauge: null })],
      older: [record(1, { gauge: 10 })],
    })
    assert.deepEqual(shownCurrent({ records, older: [] }, [field('other', 10)]), { records: [], older: [] })
  })
})
