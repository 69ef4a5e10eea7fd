import { describe, expect, it } from 'vitest'
import { csvFileName, csvHeading, joinExports, readExportCsv, writeChartCsv } from './chart-csv.ts'

const AT = Date.UTC(2026, 5, 1)
const utc = (second: number) => new Date(AT + second * 1000).toISOString()

describe('the CSV of a chart', () => {
  it('has a row for each time and a column for each series, empty where there is no value', () => {
    const text = writeChartCsv([csvHeading({ label: 'Level', unit: 'm' }), 'Flow, "net"'], {
      x: Float64Array.of(AT, AT + 1000, AT + 2000),
      columns: [Float64Array.of(1.5, NaN, NaN), Float64Array.of(NaN, NaN, 3)],
    })

    expect(text).toBe(`messageUTC,Level (m),"Flow, ""net"""\r\n${utc(0)},1.5,\r\n${utc(2)},,3\r\n`)
  })

  it('does not let a heading be a formula', () => {
    expect(writeChartCsv(['=1+1'], { x: new Float64Array(), columns: [] })).toBe("messageUTC,'=1+1\r\n")
  })

  it('reads the export of a source, text fields with commas and quotes among them', () => {
    const text = `messageUTC,recieveUTC,note,on,level\r\n${utc(0)},${utc(1)},"a, ""b""",true,4.5\r\n${utc(2)},${utc(3)},x,,\r\n`

    const { x, columns } = readExportCsv(text, ['level', 'on'])

    expect([...x]).toEqual([AT, AT + 2000])
    expect(columns.map((column) => [...column])).toEqual([
      [4.5, NaN],
      [1, NaN],
    ])
  })

  it('joins the exports of several sources in the order of the lines', () => {
    const lines = [
      { source: 'tank', field: 'level' },
      { source: 'pump', field: 'power' },
      { source: 'tank', field: 'flow' },
    ]
    const exports = new Map([
      ['tank', `messageUTC,recieveUTC,level,flow\r\n${utc(0)},${utc(0)},1,2\r\n`],
      ['pump', `messageUTC,recieveUTC,power\r\n${utc(1)},${utc(1)},9\r\n`],
    ])

    const { x, columns } = joinExports(lines, exports)

    expect([...x]).toEqual([AT, AT + 1000])
    expect(columns.map((column) => [...column])).toEqual([
      [1, NaN],
      [NaN, 9],
      [2, NaN],
    ])
  })

  it('has a name that says what it holds', () => {
    expect(csvFileName('unit-1', 'Water level (°C)', AT)).toBe('unit-1_Water-level-C_2026-06-01T00-00-00Z.csv')
    expect(csvFileName('unit-1', '???', AT)).toBe('unit-1_chart_2026-06-01T00-00-00Z.csv')
  })
})
