import { Template, TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import type { z } from 'zod'
import type { Loose } from './answers.ts'

/** A template with a widget of every kind and every setting. */
export const FULL_DEFINITION: TemplateDefinition = TemplateDefinition.parse({
  title: 'Pump station',
  overview: {
    gauges: [
      {
        title: 'Flow',
        range: [0, 120],
        unit: 'm³/h',
        prefix: '≈ ',
        color: '#0072b2',
        bgColor: '#eceef1',
        steps: [
          { range: [0, 80], color: '#2f9e62', thickness: 0.3 },
          { range: [80, 120], color: '#d6453d', thickness: 0.355 },
        ],
        delta: 60,
        threshold: 100,
        source: 'pump',
        field: 'flow',
        valuePrecision: 1,
      },
      {
        title: 'Energy',
        range: [0, 0.6],
        color: '#ff8800',
        source: 'pump',
        calculate: { formula: 'pump.power / pump.flow', denominators: ['pump.flow'] },
      },
    ],
    infoCards: [
      {
        topic: 'Motor',
        specifications: {
          pump: [
            { field: 'speed', friendlyName: 'Speed', unit: 'rpm', decimals: 0 },
            { calculate: { formula: 'pump.power * 2', denominators: [] }, friendlyName: 'Double' },
          ],
        },
      },
    ],
    statistics: [{ topic: 'Totals', specifications: { totals: [{ field: 'hours', friendlyName: 'Hours' }] } }],
    tables: [
      {
        title: 'Last',
        type: 'generic',
        specifications: {
          pump: [{ field: 'flow', friendlyName: 'Flow', decimals: 1 }],
          totals: [{ field: 'hours', friendlyName: 'Hours' }],
        },
      },
    ],
    maps: [{ title: 'Place', source: 'location', latitudeField: 'lat', longitudeField: 'lon', altitudeField: 'alt' }],
    eventLog: { title: 'Events', specifications: { events: [{ field: 'message', friendlyName: 'Message' }] } },
  },
  timeSeries: {
    pageTechTools: true,
    charts: [
      {
        title: 'Flow',
        type: 'timeseries',
        specifications: {
          pump: [
            { field: 'flow', friendlyName: 'Flow', unit: 'm³/h', color: '#0072b2', maxGapMinutes: 10 },
            { field: 'power', friendlyName: 'Power', color: '#d55e00' },
          ],
        },
      },
    ],
  },
})

/** What a test says of a template, as plain texts and numbers. */
export type TemplateGiven = Loose<Partial<z.input<typeof Template>>>
export type ChartGiven = NonNullable<TemplateGiven['timeSeries']>['charts'][number]

/** A template as the server answers with it, shared and editable but for what the test mentions. */
export function buildTemplate(parts: TemplateGiven = {}): Template {
  return Template.parse({ title: 'Tank', id: 'tank', dataID: null, version: 1, editable: true, units: 3, ...parts })
}
