import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { csvLine } from './csv.ts'

describe('a line of CSV', () => {
  it('quotes what needs it and disarms formulas', () => {
    assert.equal(
      csvLine(['a', 'b,c', 'say "x"', 'two\nlines', null, undefined, -1, true]),
      'a,"b,c","say ""x""","two\nlines",,,-1,true\r\n',
    )
    assert.equal(csvLine(['=1', '+1', '-1', '@x', '\t=1', '1=1']), "'=1,'+1,'-1,'@x,'\t=1,1=1\r\n")
  })
})
