import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvHeading } from '@fieldwatch/contract/templates/chart-table'
import readWorkbook from 'read-excel-file/node'
import { type ChartFileWork, chartFileName, makeChartFile } from './chart-file.ts'

const AT = Date.UTC(2026, 5, 1)
const utc = (second: number) => new Date(AT + second * 1000).toISOString()

const LOOK = { format: 'csv', timeZone: 'UTC', name: 'Tank' } as const

const LINES = [
  { source: 'tank', field: 'level' },
  { source: 'pump', field: 'power' },
  { source: 'tank', field: 'flow' },
]

interface Given {
  headings: readonly string[]
  lines: readonly { source: string; field: string }[]
  exports: Record<string, string>
}

async function write({ headings, lines, exports }: Given): Promise<string> {
  const columns = headings.map((heading, index) => ({ heading, source: '', field: '', ...lines[index] }))
  const files = Object.entries(exports).map(
    ([source, text]) => [source, [{ file: new Blob([text]), byMs: 0 }]] as const,
  )
  return (await makeChartFile({ ...LOOK, timeHeading: 'Zeit (UTC)', columns, exports: files })).text()
}

describe('the file of a chart', () => {
  // spec 1-1-13
  it('joins the exports of its sources: a row for each time, a column for each series', async () => {
    const text = await write({
      headings: [csvHeading({ label: 'Level', unit: 'm' }), 'Power, "net"', 'Flow'],
      lines: LINES,
      exports: {
        tank: `messageUTC,recieveUTC,level,flow\r\n${utc(0)},${utc(0)},1.5,\r\n${utc(2)},${utc(2)},3,4\r\n`,
        pump: `messageUTC,recieveUTC,power\r\n${utc(1)},${utc(1)},9\r\n${utc(2)},${utc(2)},8\r\n`,
      },
    })

    expect(text).toBe(
      `Zeit (UTC),Level (m),"Power, ""net""",Flow\r\n${utc(0)},1.5,,\r\n${utc(1)},,9,\r\n${utc(2)},3,8,4\r\n`,
    )
  })

  it('does not let a heading be a formula', async () => {
    const headings = ['=1+1', '\t=1', '\r=1']

    expect(await write({ headings, lines: [], exports: {} })).toBe(`Zeit (UTC),'=1+1,\t'=1,"\r'=1"\r\n`)
  })

  it('takes booleans as 1 and 0, and leaves out texts, whatever they contain', async () => {
    const text = await write({
      headings: ['On', 'Note'],
      lines: [
        { source: 'tank', field: 'on' },
        { source: 'tank', field: 'note' },
      ],
      exports: {
        tank: `messageUTC,recieveUTC,note,on\r\n${utc(0)},${utc(1)},"a, ""b""\r\nc",true\r\n${utc(2)},${utc(3)},x,\r\n${utc(4)},${utc(5)},,false\r\n`,
      },
    })

    expect(text).toBe(`Zeit (UTC),On,Note\r\n${utc(0)},1,\r\n${utc(4)},0,\r\n`)
  })

  it('has every time of every source once, in order, however long the exports are', async () => {
    const seconds = fc.uniqueArray(fc.integer({ min: 0, max: 20_000 }), { maxLength: 6000 })
    await fc.assert(
      fc.asyncProperty(seconds, seconds, async (tank, pump) => {
        const file = (times: number[], field: string) =>
          `messageUTC,recieveUTC,${field}\r\n${times
            .toSorted((a, b) => a - b)
            .map((second) => `${utc(second)},${utc(second)},${second}\r\n`)
            .join('')}`
        const text = await write({
          headings: ['Level', 'Power', 'Flow'],
          lines: LINES,
          exports: { tank: file(tank, 'level'), pump: file(pump, 'power') },
        })

        const expected = [...new Set([...tank, ...pump])].toSorted((a, b) => a - b)
        expect(text.split('\r\n').slice(1, -1)).toEqual(
          expected.map((second) => {
            const [level, power] = [tank, pump].map((times) => (times.includes(second) ? second : ''))
            return `${utc(second)},${level},${power},`
          }),
        )
      }),
      { numRuns: 15 },
    )
  })

  it('has a period that is compared with at the times where it is drawn, in parts', async () => {
    const file = (second: number, level: number) =>
      new Blob([`messageUTC,recieveUTC,level\r\n${utc(second)},${utc(second)},${level}\r\n`])
    const empty = new Blob(['messageUTC,recieveUTC,level\r\n'])
    const columns = [
      { heading: 'Level', source: 'tank', field: 'level' },
      { heading: 'Level, compared', source: 'compared tank', field: 'level' },
    ]

    const csv = await makeChartFile({
      ...LOOK,
      timeHeading: 'messageUTC',
      columns,
      exports: [
        ['tank', [{ file: file(100, 1), byMs: 0 }]],
        [
          'compared tank',
          [
            { file: file(20, 2), byMs: 80_000 },
            { file: empty, byMs: 5 },
            { file: file(21, 3), byMs: 90_000 },
          ],
        ],
      ],
    })

    expect(await csv.text()).toBe(`messageUTC,Level,"Level, compared"\r\n${utc(100)},1,2\r\n${utc(111)},,3\r\n`)
  })

  it('is a workbook with times of a zone, and notes on a sheet of their own', async () => {
    const note = { startUTC: utc(5), endUTC: null, source: null, text: '=1+1', by: 'Ada' }
    const work: ChartFileWork = {
      ...LOOK,
      format: 'xlsx',
      timeZone: 'Asia/Tokyo',
      timeHeading: 'Time (Asia/Tokyo)',
      columns: [{ heading: 'Level (m)', source: 'tank', field: 'level' }],
      exports: [
        ['tank', [{ file: new Blob([`messageUTC,recieveUTC,level\r\n${utc(0)},${utc(0)},1e302\r\n`]), byMs: 0 }]],
      ],
      notes: { name: 'Notes', headings: ['Start', 'End', 'Source', 'Note', 'Author'], listed: [note] },
    }

    const file = await makeChartFile(work)

    const [chart, notes, ...others] = await readWorkbook(Buffer.from(await file.arrayBuffer()))
    const tokyo = (second: number) => new Date(AT + second * 1000 + 9 * 3_600_000)
    expect(chart).toEqual({
      sheet: 'Tank',
      data: [
        ['Time (Asia/Tokyo)', 'Level (m)'],
        [tokyo(0), 1e302],
      ],
    })
    expect(notes?.data[0]).toEqual(['Start', 'End', 'Source', 'Note', 'Author'])
    expect(notes?.data[1]?.slice(1)).toEqual([null, null, '=1+1', 'Ada'])
    expect(others).toEqual([])
  })

  it('has a name that says what it holds', () => {
    expect(chartFileName('unit-1', 'Water level (°C)', AT)).toBe('unit-1_Water-level-C_2026-06-01T00-00-00Z')
    expect(chartFileName('unit-1', '???', AT)).toBe('unit-1_chart_2026-06-01T00-00-00Z')
  })
})
