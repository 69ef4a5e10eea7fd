import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isShortened, unwrapCell } from './csv-cells.ts'

it('A number that a spreadsheet has shortened is noticed', () => {
  assert.deepEqual(['8.9445E+18', '8,94E18', '8944501234567890124', 'E+18'].map(isShortened), [
    true,
    true,
    false,
    false,
  ])
})

it('What spreadsheets put around digits falls away', () => {
  assert.deepEqual(['="0123"', "'0123", ' 0123 ', 'it’s'].map(unwrapCell), ['0123', '0123', '0123', 'it’s'])
})
