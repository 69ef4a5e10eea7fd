import { buildTemplate, type TemplateGiven } from '#testing/build-template.ts'
import { answerAt, answerTo, failure } from '#testing/answers.ts'
import { listUnits } from '@fieldwatch/contract/units/units'
import { getTemplate } from '@fieldwatch/contract/templates/templates'
import { getCurrent, type DataRecord, type FieldValue } from '@fieldwatch/contract/telemetry/data'
import type { TemplateId } from '@fieldwatch/contract/api/ids'
import { act, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createFakeServer } from '#testing/fake-server.ts'
import { renderUnit } from '#testing/render-unit.tsx'

const UNIT = buildUnit({ dataID: 'tank-1', friendlyName: 'North tank', defaultTemplate: 'tank' as TemplateId })
const GAUGE = { title: 'Level', range: [0, 6], unit: 'm', prefix: '~', delta: 2, source: 'tank', field: 'level' }

function buildRecord(fields: Record<string, FieldValue>, secondsAgo = 0): DataRecord {
  const messageUTC = new Date(Date.now() - secondsAgo * 1000).toISOString()
  return { messageUTC, recieveUTC: messageUTC, ...fields }
}

/** Opens an overview whose sources hold these records, or fail, or never answer. */
function open(
  overview: TemplateGiven['overview'],
  sources: Record<string, DataRecord[] | 'fails' | 'waits'> = {},
  me = buildSessionUser(),
) {
  const server = createFakeServer([
    answerTo(listUnits, () => UNIT),
    answerAt(getTemplate, { id: 'tank' }, () => buildTemplate({ overview })),
    answerTo(getCurrent, ({ body: { subject, limit } }) => {
      const records = sources[subject]
      if (records === undefined) return failure('data/not-found')
      if (records === 'waits') return new Promise(() => undefined)
      if (records === 'fails') return failure('server/internal')
      const isAhead = ({ messageUTC }: DataRecord) => Date.parse(messageUTC) > Date.now() + 120_000
      const current = records.filter((record) => !isAhead(record))
      return { records: current.slice(0, limit), older: current.slice(limit) }
    }),
  ])
  const queries = () => server.seen.filter(({ method }) => method === 'POST').map(({ body }) => body)
  return { queries, ...renderUnit(server.fetch, '/dashboard/tank-1', me) }
}

function gauge() {
  return screen.findByRole('meter', { name: 'Level' })
}

describe('the overview of a unit', () => {
  // spec 1-1-05, 1-2-59, 1-9-14
  it('shows a gauge with prefix, two decimals, unit and the difference from its reference', async () => {
    open({ gauges: [GAUGE] }, { tank: [buildRecord({ level: 3.146 })] })
    await screen.findByText('~3.15 m')

    expect((await gauge()).getAttribute('aria-valuetext')).toBe('~3.15 m')
    expect(screen.getByText('▲ +1.15').parentElement?.textContent).toBe('▲ +1.15 from 2.00')
  })

  it.each([
    ['retrieving data...', 'waits' as const],
    ['Error finding value', 'fails' as const],
    ['N/A', []],
  ])('says %s where it has to', async (text, tank) => {
    open({ gauges: [GAUGE] }, { tank })
    await screen.findByText(text)

    expect((await gauge()).getAttribute('aria-valuetext')).toBe(text)
  })

  it('says N/A for a source to which the unit never sent', async () => {
    open({ gauges: [GAUGE] })

    expect(await screen.findByText('N/A')).toBeDefined()
  })

  // spec 1-4-30, 1-7-11, 1-9-20
  it('asks once for each source, for the newest records and no more than its widgets show', async () => {
    const { queries } = open(
      {
        gauges: [GAUGE],
        infoCards: [{ topic: 'Tank', specifications: { tank: [{ field: 'level', friendlyName: 'Level' }] } }],
        tables: [
          { title: 'Flow', type: 'generic', specifications: { pump: [{ field: 'rate', friendlyName: 'Rate' }] } },
        ],
      },
      { tank: [buildRecord({ level: 1 })], pump: [] },
    )
    await screen.findByText('~1.00 m')

    expect(queries()).toEqual([
      { dataID: 'tank-1', subject: 'tank', limit: 1, fields: ['level'] },
      { dataID: 'tank-1', subject: 'pump', limit: 10, fields: [] },
    ])
  })

  // spec 1-1-05, 1-2-60, 1-2-63
  it('shows info cards and statistics with their names, units and decimals', async () => {
    open(
      {
        infoCards: [{ topic: 'State', specifications: { pump: [{ field: 'on', friendlyName: 'Running' }] } }],
        statistics: [
          {
            topic: 'Totals',
            specifications: { pump: [{ field: 'hours', friendlyName: 'Hours', unit: 'h', decimals: 1 }] },
          },
        ],
      },
      { pump: [buildRecord({ on: true, hours: 12_345.678 })] },
    )

    expect(await screen.findByText('Yes')).toBeDefined()
    expect(screen.getByRole('heading', { name: 'State' })).toBeDefined()
    expect(screen.getByTitle('12,345.7').textContent).toBe('12,345.7 h')
  })

  // spec 1-1-05, 1-2-62, 1-2-64, 1-9-02, 1-9-03
  it('shows the 10 newest rows in a table and the 5 newest in the event log', async () => {
    const records = Array.from({ length: 12 }, (_unused, index) => buildRecord({ text: `Row ${index}` }, index))
    const specifications = { messages: [{ field: 'text', friendlyName: 'Text' }] }
    open(
      { tables: [{ title: 'Table', type: 'generic', specifications }], eventLog: { title: 'Log', specifications } },
      { messages: records },
    )
    await screen.findAllByText('Row 0')
    const rows = (title: string) => within(screen.getByRole('region', { name: title })).getAllByRole('row').length - 1

    expect(rows('Table')).toBe(10)
    expect(rows('Log')).toBe(5)
  })

  it('shows tables as the portal shows every table, with units, and without pages', async () => {
    const specifications = {
      tank: [
        { field: 'water_level', friendlyName: 'water_level', unit: 'm', decimals: 1 },
        { field: 'note', friendlyName: 'note' },
      ],
    }
    open(
      { tables: [{ title: 'Table', type: 'generic', specifications }] },
      { tank: [buildRecord({ water_level: 3.146, note: null }), buildRecord({ note: 'Full' }, 1)] },
    )
    const table = within(await screen.findByRole('table', { name: 'Table' }))
    await table.findByText('Full')

    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Time',
      'Water Level m',
      'Note',
    ])
    const cells = table.getAllByRole('cell').map(({ textContent }) => textContent)
    expect(cells.filter((_text, index) => index % 3 !== 0)).toEqual(['3.1', '--', '--', 'Full'])
    expect(screen.queryByLabelText('Rows per page')).toBeNull()
  })

  it.each([
    ['Error finding value', 'fails' as const],
    ['No messages yet. They appear here as the unit sends them.', []],
  ])('says %s in an event log that has no row for it', async (text, messages) => {
    const specifications = { messages: [{ field: 'text', friendlyName: 'Text' }] }
    open({ eventLog: { title: 'Log', specifications } }, { messages })

    expect(await within(await screen.findByRole('table', { name: 'Log' })).findByText(text)).toBeDefined()
  })

  // spec 1-2-61
  it.each([
    ['as sent', null, '12 m'],
    ['in feet for people who prefer US units', { system: 'US' }, '41 ft'],
  ] as const)('shows where the unit is, in words beside the map, its altitude %s', async (_how, measures, altitude) => {
    const map = {
      title: 'Place',
      source: 'location',
      latitudeField: 'lat',
      longitudeField: 'lon',
      altitudeField: 'alt',
    }
    const location = [buildRecord({ lat: 55.187112, lon: -1.51, alt: 12.4 })]
    open({ maps: [map] }, { location }, buildSessionUser({ measures }))

    expect(await screen.findByText(`55.18711, -1.51000 · altitude ${altitude}`)).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Place' })).toBeDefined()
  })

  it('says that a unit without a position has none', async () => {
    open({ maps: [{ source: 'location', latitudeField: 'lat', longitudeField: 'lon' }] }, { location: [] })

    expect(await screen.findByText('N/A: no position yet')).toBeDefined()
  })

  it('says what would be here when the template has nothing for it', async () => {
    open({})

    expect(await screen.findByText('Nothing on the overview yet')).toBeDefined()
  })
})

describe('a live overview', () => {
  // spec 1-4-15, 1-7-11
  it('shows each new record', async () => {
    const { live } = open({ gauges: [GAUGE] }, { tank: [buildRecord({ level: 1 }, 60)] })
    await screen.findByText('~1.00 m')
    act(() => live.send('tank', buildRecord({ level: 4.5 })))

    expect(await screen.findByText('~4.50 m')).toBeDefined()
    expect(live.followed()).toEqual([{ dataId: 'tank-1', subject: 'tank' }])
  })

  it('is not set back by a late record', async () => {
    const { live } = open({ gauges: [GAUGE] }, { tank: [buildRecord({ level: 1 }, 60)] })
    await screen.findByText('~1.00 m')
    act(() => live.send('tank', buildRecord({ level: 9 }, 120), buildRecord({ level: 2 }, 30)))

    expect(await screen.findByText('~2.00 m')).toBeDefined()
  })

  it('reads once more what may have come before the stream began', async () => {
    const tank = [buildRecord({ level: 1 }, 60)]
    const { live } = open({ gauges: [GAUGE] }, { tank })
    await screen.findByText('~1.00 m')
    tank[0] = buildRecord({ level: 3 })
    act(() => live.join('tank'))

    expect(await screen.findByText('~3.00 m')).toBeDefined()
  })

  it('keeps the latest value of a field, with its own time, while records without it come', async () => {
    const other = { title: 'Other', range: [0, 100], source: 'tank', field: 'other' }
    const tank = [
      buildRecord({ other: 0 }),
      ...Array.from({ length: 49 }, (_unused, index) => buildRecord({}, index + 1)),
    ]
    const { live } = open({ gauges: [GAUGE, other] }, { tank: [...tank, buildRecord({ level: 3 }, 3000)] })
    await screen.findByText('~3.00 m')
    expect(screen.getByText('50 min ago')).toBeDefined()

    act(() => live.send('tank', buildRecord({ level: 4 }, 0.5)))
    await screen.findByText('~4.00 m')
    act(() =>
      live.send(
        'tank',
        ...Array.from({ length: 50 }, (_unused, index) => buildRecord({ other: index + 1 }, -index / 1000)),
      ),
    )

    await screen.findByText('50.00')
    expect(screen.getByText('~4.00 m')).toBeDefined()
  })

  it('is not held by a record that is ahead of the time', async () => {
    const { live } = open({ gauges: [GAUGE] }, { tank: [buildRecord({ level: 1 }, 60)] })
    await screen.findByText('~1.00 m')
    const ahead = { ...buildRecord({ level: 99 }, -3600), recieveUTC: new Date(Date.now() - 1_000).toISOString() }
    act(() => live.send('tank', ahead, buildRecord({ level: 2 })))

    expect(await screen.findByText('~2.00 m')).toBeDefined()
  })

  it('looks stale while the connection is lost', async () => {
    const { live } = open({ gauges: [GAUGE] }, { tank: [buildRecord({ level: 1 })] })
    const stale = async () => (await gauge()).closest('[data-stale]')?.getAttribute('data-stale')
    await screen.findByText('~1.00 m')
    const before = await stale()
    act(() => live.report({ kind: 'lost' }))

    expect([before, await stale()]).toEqual(['false', 'true'])
  })

  it('marks a value that is 10 minutes old', async () => {
    open({ gauges: [GAUGE] }, { tank: [buildRecord({ level: 1 }, 601)] })

    expect(await screen.findByLabelText('Old value')).toBeDefined()
    expect(screen.getByText('10 min ago')).toBeDefined()
  })
})
