import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { readSimCsv } from './read-sim-csv.ts'

const fieldsOf = (headings: string) => readSimCsv(`${headings}\n1`).columns.map(({ field }) => field)

describe('a file', () => {
  for (const [what, csv] of [
    ['commas', 'ICCID,Label\n89,North\n'],
    ['semicolons', 'ICCID;Label\r\n89;North\r\n'],
    ['tabs', 'ICCID\tLabel\n89\tNorth'],
    ['a byte order mark', '\uFEFFICCID,Label\n89,North\n'],
    ['quotes', '"ICCID","Label"\n"89","North"\n'],
    ['headings in quotes with other separators in them', '"ICCID";"Label, or so"\n89;North\n'],
  ] as const) {
    it(`with ${what} is read`, () => {
      const { columns, lines } = readSimCsv(csv, what.startsWith('headings') ? { 'Label, or so': 'label' } : {})

      assert.deepEqual(
        columns.map(({ field }) => field),
        ['iccid', 'label'],
      )
      assert.deepEqual(lines, [{ line: 2, cells: ['89', 'North'], overlong: false }])
    })
  }

  for (const [what, end] of [
    ['line feeds', '\n'],
    ['carriage returns and line feeds', '\r\n'],
    ['carriage returns', '\r'],
  ] as const) {
    it(`with ${what} keeps the numbers of its lines over empty ones, breaks in cells and a first line for spreadsheets`, () => {
      const written = [
        'ICCID;Label',
        '',
        '1;"North',
        'tank"',
        ';',
        '2;"South ""old"""',
        '3;"a',
        'b',
        'c"',
        '4;d',
        '',
      ].join(end)
      const declared = `sep=;\n${written}`

      const linesOf = (csv: string) => readSimCsv(csv).lines.map(({ line, cells }) => [line, cells[0]])

      assert.deepEqual(linesOf(written), [
        [3, '1'],
        [6, '2'],
        [7, '3'],
        [10, '4'],
      ])
      assert.deepEqual(linesOf(declared), [
        [4, '1'],
        [7, '2'],
        [8, '3'],
        [11, '4'],
      ])
    })
  }

  it('without headings loses no card: its first line is one', () => {
    const { columns, lines, headed } = readSimCsv('North;8944501234567890124\nSouth;8944501234567890132\n', {
      'Column 1': 'label',
    })

    assert.equal(headed, false)
    assert.deepEqual(columns, [
      { heading: 'Column 1', field: 'label', sizeUnit: undefined },
      { heading: 'Column 2', field: 'iccid', sizeUnit: undefined },
    ])
    assert.deepEqual(
      lines.map(({ line, cells }) => [line, ...cells]),
      [
        [1, 'North', '8944501234567890124'],
        [2, 'South', '8944501234567890132'],
      ],
    )
  })

  it('says when a line has more cells than there are columns', () => {
    assert.deepEqual(
      readSimCsv('ICCID,Label\n1,a\n2,b,c').lines.map(({ overlong }) => overlong),
      [false, true],
    )
  })

  it('keeps only the cells that are read, and those no longer than any that is valid', () => {
    const { lines } = readSimCsv(`Notes,ICCID,Label\n${'n'.repeat(5000)},1,${'l'.repeat(5000)}`)

    assert.deepEqual(
      lines[0]?.cells.map(({ length }) => length),
      [1, 1000],
    )
  })

  for (const [csv, sentence] of [
    ['', 'The file is empty.'],
    ['Label,IMSI\nNorth,1', 'None of the headings in the first line is the ICCID.'],
    ['ICCID,Label\n', 'The file has headings but no line below them.'],
    ['ICCID,Label\n1,"North\n2,South', 'A quotation mark in the file is never closed.'],
    [`ICCID\n${'1\n'.repeat(100_001)}`, 'The file has more than 100,000 lines. Import it in parts.'],
    [`ICCID${',a'.repeat(200)}\n1`, 'The file has more than 200 columns.'],
    [
      `ICCID,Label\n1${','.repeat(70_000)}`,
      'A line of the file is longer than 64 KiB, or a quotation mark is never closed.',
    ],
    [
      `ICCID,Label\n1,${'x'.repeat(70_000)}`,
      'A line of the file is longer than 64 KiB, or a quotation mark is never closed.',
    ],
  ] as const) {
    it(`that cannot be read says why: ${sentence}`, () => {
      assert.throws(() => readSimCsv(csv), { code: 'sim/import-unreadable', message: sentence })
    })
  }

  it('has the cells that were written, whatever is in them', () => {
    const cell = fc.string().filter((text) => text.trim() !== '' && !text.includes('\r'))
    const written = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 })
    const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`
    fc.assert(
      fc.property(written, fc.constantFrom(',', ';', '\t'), (cells, separator) => {
        const csv = [['ICCID', 'Label'], ...cells].map((row) => row.map(quote).join(separator)).join('\r\n')
        assert.deepEqual(
          readSimCsv(csv).lines.map((line) => line.cells),
          cells,
        )
      }),
    )
  })
})

describe('headings', () => {
  for (const [headings, fields] of [
    ['SIM Number,Phone number,Carrier', ['iccid', 'msisdn', 'operator']],
    ['iccid,Data used (MB),Monthly limit [GB]', ['iccid', 'dataUsed', 'dataLimit']],
    ['ICCID,Colour,Device ID,IP-Address', ['iccid', null, 'dataID', 'ip']],
    ['ICCID,Name,Label', ['iccid', 'label', null]],
  ] as const) {
    it(`${headings} are read as ${fields.map((field) => field ?? 'nothing').join()}`, () => {
      assert.deepEqual(fieldsOf(headings), fields)
    })
  }

  it('are read as a person chooses, before what they say', () => {
    const { columns } = readSimCsv('ICCID,Name,Colour\n1,a,b', { Name: null, Colour: 'label' })

    assert.deepEqual(
      columns.map(({ field }) => field),
      ['iccid', null, 'label'],
    )
  })

  it('give the unit of their sizes', () => {
    assert.deepEqual(
      readSimCsv('ICCID,Usage (MB),Limit [GiB]\n1').columns.map(({ sizeUnit }) => sizeUnit),
      [undefined, 'MB', 'GiB'],
    )
  })
})
