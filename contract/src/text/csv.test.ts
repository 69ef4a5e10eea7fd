import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { csvCell, csvLine } from './csv.ts'

describe('a line of CSV', () => {
  // spec 2-5-24
  it('quotes what needs it', () => {
    assert.equal(
      csvLine(['a', 'b,c', 'say "x"', 'two\nlines', null, undefined, -1, true]),
      'a,"b,c","say ""x""","two\nlines",,,-1,true\r\n',
    )
  })

  for (const [text, cell] of [
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1+1', "'-1+1"],
    ['-cmd|x', "'-cmd|x"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "\t'=1"],
    ['\t\t=1', "\t\t'=1"],
    ['\r=1', '"\r\'=1"'],
    ['\n=1', '"\n\'=1"'],
    ['\t+4', "'\t+4"],
    ["\t'x;=1", "'\t'x;'=1"],
    ['\tplain', "'\tplain"],
    ['\u00A0=1', "'\u00A0=1"],
    ['\u200B \uFEFF=1', "'\u200B \uFEFF=1"],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠x', "'＠x"],
    ['a;=1', "a;'=1"],
    ['a; \u00A0=1', "a;' \u00A0=1"],
    ['a;＝1', "a;'＝1"],
    ['a;-cmd|x', "a;'-cmd|x"],
    ['a\t=1', "a\t'=1"],
    ['a\n=1', '"a\n\'=1"'],
  ] as const) {
    it(`disarms ${JSON.stringify(text)}, which a spreadsheet would compute`, () => {
      assert.equal(csvCell(text), cell)
    })
  }

  for (const value of [-12.5, '-12.5', '-3', '-1.25e+3', '-4e-7', '1=1', 'a\tb', 'a; -5', 'a;+46 70'] as const) {
    it(`leaves ${JSON.stringify(value)} as it is`, () => {
      assert.equal(csvCell(value), String(value))
    })
  }

  it('takes as long for a text that is nearly a formula as for any', () => {
    for (const piece of [' ', ';', '; ', '\t', '\u200B', ';-', '\n ']) {
      const text = piece.repeat(1_000_000 / piece.length)
      const begun = performance.now()
      csvCell(text)
      assert.ok(performance.now() - begun < 20_000, JSON.stringify(piece))
    }
  })
})
