import { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { describe, expect, it } from 'vitest'
import { widgetsOfKind } from '@fieldwatch/contract/widgets/widget-kinds'
import { joinNeeds } from './source-needs.ts'
import { DRAWN_KINDS, type DrawnKind } from './widget-types.ts'

function needsOf(overview: unknown) {
  const template = TemplateDefinition.parse({ title: 'T', overview })
  const needsOfKind = <K extends DrawnKind['kind']>({ kind, drawing }: DrawnKind<K>) =>
    widgetsOfKind(template, kind).flatMap((widget) => drawing.needs(widget))
  return Object.fromEntries(joinNeeds(DRAWN_KINDS.flatMap((kind) => needsOfKind(kind))))
}

describe('what an overview needs of its sources', () => {
  it('is one record for gauges, cards and maps, 10 for tables and 5 for the event log', () => {
    const needs = needsOf({
      gauges: [{ title: 'Level', range: [0, 1], source: 'tank', field: 'level' }],
      infoCards: [{ topic: 'Info', specifications: { system: [{ field: 'version', friendlyName: 'Version' }] } }],
      statistics: [{ topic: 'Power', specifications: { pump: [{ field: 'power', friendlyName: 'Power' }] } }],
      tables: [{ title: 'Last', type: 'generic', specifications: { flow: [{ field: 'rate', friendlyName: 'Rate' }] } }],
      maps: [{ source: 'location', latitudeField: 'lat', longitudeField: 'lon' }],
      eventLog: { title: 'Log', specifications: { messages: [{ field: 'text', friendlyName: 'Text' }] } },
    })

    expect(needs).toEqual({
      tank: { limit: 1, fields: ['level'] },
      system: { limit: 1, fields: ['version'] },
      pump: { limit: 1, fields: ['power'] },
      flow: { limit: 10, fields: [] },
      location: { limit: 1, fields: ['lat', 'lon'] },
      messages: { limit: 5, fields: [] },
    })
  })

  it('counts a source once, with the most that a widget needs', () => {
    const needs = needsOf({
      gauges: [{ title: 'Level', range: [0, 1], source: 'tank', field: 'level' }],
      tables: [
        { title: 'Last', type: 'generic', specifications: { tank: [{ field: 'level', friendlyName: 'Level' }] } },
      ],
    })

    expect(needs).toEqual({ tank: { limit: 10, fields: ['level'] } })
  })

  it('includes every source that a formula reads', () => {
    const needs = needsOf({
      gauges: [
        {
          title: 'Share',
          range: [0, 1],
          source: 'tank',
          calculate: { formula: 'tank.level / pump.rate', denominators: ['pump.rate'] },
        },
      ],
    })

    expect(needs).toEqual({ tank: { limit: 1, fields: ['level'] }, pump: { limit: 1, fields: ['rate'] } })
  })
})
